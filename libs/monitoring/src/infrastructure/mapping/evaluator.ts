import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PluginUnavailableError } from '../../domain/plugin.js';
import type { Evaluation } from '../../domain/evaluation.js';
import type { MappingLimits } from './mapping-limits.js';

// Source or built, as this file is.
const MODULE = fileURLToPath(new URL(`./evaluate-process${import.meta.url.slice(-3)}`, import.meta.url));

/** On a busy machine a process may get little of the processor; by the clock it gets so many times its limit. */
const CLOCK_FACTOR = 5;
const RETRY_MS = 5_000;
const TICK_MS = 10;

/** A process of its own for expressions of strangers: what it does to its memory it does to itself alone. */
export class Evaluator {
  /** Deliveries evaluated. */
  done = 0;
  private readonly child: ChildProcess;
  private readonly ready: Promise<unknown>;

  constructor(private readonly limits: Pick<MappingLimits, 'timeoutMs' | 'memoryMb'>) {
    this.child = fork(MODULE, {
      // Nothing of ours: no address of a database, no key.
      env: {},
      execArgv: [
        `--max-old-space-size=${limits.memoryMb}`,
        '--max-semi-space-size=4',
        // A pattern that backtracks for ever goes on in linear time.
        '--enable-experimental-regexp-engine-on-excessive-backtracks',
        '--permission',
        '--allow-fs-read=*',
        '--disable-warning=ExperimentalWarning',
        '--disable-warning=SecurityWarning',
      ],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.unref();
    this.child.channel?.unref();
    // Killed while it is written to.
    this.child.on('error', () => undefined);
    const ended = once(this.child, 'exit').then(() => {
      throw new PluginUnavailableError('the process for expressions cannot be started', RETRY_MS);
    });
    this.ready = Promise.race([once(this.child, 'message'), ended]);
    this.ready.catch(() => undefined);
  }

  get alive(): boolean {
    return this.child.connected && this.child.exitCode === null && this.child.signalCode === null;
  }

  end(): void {
    this.child.kill('SIGKILL');
  }

  /**
   * What the process makes of a delivery, as JSON text.
   * @throws Error that says which limit it broke; PluginUnavailableError when there is no process to ask
   */
  async run(evaluation: Evaluation): Promise<string> {
    await this.ready;
    if (!this.alive) throw new PluginUnavailableError('the process for expressions has ended', RETRY_MS);
    const { timeoutMs, memoryMb } = this.limits;
    return new Promise<string>((resolve, reject) => {
      let late = false;
      const stopWatching = this.watch(() => {
        late = true;
        this.end();
      });
      const end = () => {
        stopWatching();
        this.child.off('message', onMessage).off('exit', onExit);
      };
      const onMessage = (text: string) => {
        end();
        this.done += 1;
        resolve(text);
      };
      const onExit = () => {
        end();
        reject(
          new Error(
            late
              ? `the expressions took more than ${timeoutMs} ms`
              : `the expressions took more than ${memoryMb} MB of memory`,
          ),
        );
      };
      this.child.on('message', onMessage).on('exit', onExit);
      this.child.send(evaluation, (error) => {
        // It has ended, or is about to: its exit says what there is to say.
        if (error !== null && !this.child.connected) this.end();
      });
    });
  }

  /** Calls `late` once the time is used up; to be stopped by what it returns. */
  private watch(late: () => void): () => void {
    const { timeoutMs } = this.limits;
    const started = performance.now();
    const before = processorTime(this.child.pid);
    const look = () => {
      const clock = performance.now() - started;
      const used = before === undefined ? clock : (processorTime(this.child.pid) ?? clock + before) - before;
      const left = Math.min(timeoutMs - used, timeoutMs * CLOCK_FACTOR - clock);
      if (left <= 0) late();
      else timer = setTimeout(look, Math.max(left, TICK_MS));
    };
    let timer = setTimeout(look, timeoutMs);
    return () => clearTimeout(timer);
  }
}

/** Milliseconds of the processor's time that a process took; `undefined` where the system does not say. */
function processorTime(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return undefined;
  }
}
