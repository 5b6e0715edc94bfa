import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const TICK_MS = 10;

export interface TaskLimits {
  /** Milliseconds of processor time per task. */
  readonly timeoutMs: number;
  /** Milliseconds of real time per task: on a busy machine a process gets little processor time. */
  readonly clockMs: number;
  /** Size of the heap. */
  readonly memoryMb: number;
}

export interface TaskModule {
  /** Path of the module that runs tasks. It sends `ready` once, and then one answer per message. */
  readonly path: string;
  readonly args?: readonly string[];
  /** The environment of this process if omitted. */
  readonly env?: NodeJS.ProcessEnv;
  readonly flags?: readonly string[];
}

/** A task exceeded a limit, or crashed its process. */
export class TaskEndedError extends Error {
  /** @param timedOut the task took too long; otherwise the process ended by itself, for example out of memory */
  constructor(readonly timedOut: boolean) {
    super(timedOut ? 'the task took too long' : 'the task ended its process');
  }
}

export class NoTaskProcessError extends Error {}

/** A process for one task at a time. If a task exhausts memory, only that process ends. */
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
      // Both limit the heap of a task: the first option does not count young objects.
      execArgv: [`--max-old-space-size=${limits.memoryMb}`, '--max-semi-space-size=4', ...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.unref();
    this.child.channel?.unref();
    // Raised if the process is killed while a message is written to it.
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
        // The process has ended or is about to. The handler of its exit reports the error.
        if (error !== null && !this.child.connected) this.end();
      });
    });
  }

  /** Calls `onTimeout` once the time is used up. @returns a function that stops the watch */
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

/** Returns the milliseconds of processor time that a process has used; `undefined` if the system does not report them. */
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
