import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const TICK_MS = 10;

export interface TaskLimits {
  /** Of one task, milliseconds of processor time. */
  readonly timeoutMs: number;
  /** Of one task, milliseconds by the clock: a busy machine gives a process little of its processors. */
  readonly clockMs: number;
  /** Of its heap. */
  readonly memoryMb: number;
}

export interface TaskModule {
  /** Path of the module that takes tasks: it says `ready` once, and then one answer for each message. */
  readonly path: string;
  readonly args?: readonly string[];
  /** Left out: as it is here. */
  readonly env?: NodeJS.ProcessEnv;
  readonly flags?: readonly string[];
}

/** A task broke a limit, and its process with it. */
export class TaskEndedError extends Error {
  /** @param timedOut it took too long; otherwise the process ended by itself, as it does without memory */
  constructor(readonly timedOut: boolean) {
    super(timedOut ? 'the task took too long' : 'the task ended its process');
  }
}

export class NoTaskProcessError extends Error {}

/** A process for one task at a time: what a task does to memory it does to that process alone. */
export class TaskProcess {
  done = 0;
  private readonly child: ChildProcess;
  private readonly ready: Promise<unknown>;

  constructor(
    { path, args = [], env, flags = [] }: TaskModule,
    private readonly limits: TaskLimits,
  ) {
    this.child = fork(path, [...args], {
      ...(env && { env }),
      // Both are limits of what a task may take: the first does not count young objects.
      execArgv: [`--max-old-space-size=${limits.memoryMb}`, '--max-semi-space-size=4', ...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.unref();
    this.child.channel?.unref();
    // Killed while it is written to.
    this.child.on('error', () => undefined);
    const ended = once(this.child, 'exit').then(() => {
      throw new NoTaskProcessError('cannot be started');
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

  /** @throws TaskEndedError, NoTaskProcessError */
  async run<Answer>(task: object): Promise<Answer> {
    await this.ready;
    if (!this.alive) throw new NoTaskProcessError('has ended');
    return new Promise<Answer>((resolve, reject) => {
      let timedOut = false;
      const stopWatching = this.watch(() => {
        timedOut = true;
        this.end();
      });
      const end = () => {
        stopWatching();
        this.child.off('message', onMessage).off('exit', onExit);
      };
      const onMessage = (answer: unknown) => {
        end();
        this.done += 1;
        resolve(answer as Answer);
      };
      const onExit = () => {
        end();
        reject(new TaskEndedError(timedOut));
      };
      this.child.on('message', onMessage).on('exit', onExit);
      this.child.send(task, (error) => {
        // It has ended, or is about to: its exit says what there is to say.
        if (error !== null && !this.child.connected) this.end();
      });
    });
  }

  /** Calls `onTimeout` once the time is used up; to be stopped by what it returns. */
  private watch(onTimeout: () => void): () => void {
    const { timeoutMs, clockMs } = this.limits;
    const started = performance.now();
    const before = processorTime(this.child.pid);
    const look = () => {
      const clock = performance.now() - started;
      const used = before === undefined ? clock : (processorTime(this.child.pid) ?? clock + before) - before;
      const left = Math.min(timeoutMs - used, clockMs - clock);
      if (left <= 0) onTimeout();
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
