import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const TICK_MS = 10;

export interface TaskLimits {
  /** Milliseconds of processor time per task. */
  readonly timeoutMs: number;
  /** Milliseconds of real time per task: on a busy machine a process gets little processor time. */
  readonly wallClockMs: number;
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

export class TaskProcessUnavailableError extends Error {}

/** A process for one task at a time. If a task exhausts memory, only that process ends. */
export class TaskProcess {
  completedTasks = 0;
  /** Rejected with TaskProcessUnavailableError if the process cannot be started. */
  readonly ready: Promise<unknown>;
  /** Milliseconds that the process took to start. */
  startMs = 0;
  private readonly child: ChildProcess;

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
    const exited = once(this.child, 'exit').then(() => {
      throw new TaskProcessUnavailableError('cannot be started');
    });
    const forkedAt = performance.now();
    this.ready = Promise.race([once(this.child, 'message'), exited]).then(
      () => (this.startMs = performance.now() - forkedAt),
    );
    this.ready.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.child.connected && this.child.exitCode === null && this.child.signalCode === null;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** @throws TaskEndedError, TaskProcessUnavailableError */
  async run<Result>(task: object): Promise<Result> {
    await this.ready;
    if (!this.isAlive) throw new TaskProcessUnavailableError('has ended');
    return new Promise<Result>((resolve, reject) => {
      let timedOut = false;
      const stopWatch = this.watchTime(() => {
        timedOut = true;
        this.kill();
      });
      const cleanUp = () => {
        stopWatch();
        this.child.off('message', onMessage).off('exit', onExit);
      };
      const onMessage = (result: unknown) => {
        cleanUp();
        this.completedTasks += 1;
        resolve(result as Result);
      };
      const onExit = () => {
        cleanUp();
        reject(new TaskEndedError(timedOut));
      };
      this.child.on('message', onMessage).on('exit', onExit);
      this.child.send(task, (error) => {
        // The process has ended or is about to. The handler of its exit reports the error.
        if (error !== null && !this.child.connected) this.kill();
      });
    });
  }

  /** Calls `onTimeout` once the time is used up. @returns a function that stops the watch */
  private watchTime(onTimeout: () => void): () => void {
    const { timeoutMs, wallClockMs } = this.limits;
    const startedAt = performance.now();
    const startCpuMs = processorTime(this.child.pid);
    const check = () => {
      const elapsedMs = performance.now() - startedAt;
      const cpuMs =
        startCpuMs === undefined
          ? elapsedMs
          : (processorTime(this.child.pid) ?? elapsedMs + startCpuMs) - startCpuMs;
      const remainingMs = Math.min(timeoutMs - cpuMs, wallClockMs - elapsedMs);
      if (remainingMs <= 0) onTimeout();
      else timer = setTimeout(check, Math.max(remainingMs, TICK_MS));
    };
    let timer = setTimeout(check, timeoutMs);
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
