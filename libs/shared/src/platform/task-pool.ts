import { TooLateError } from '../kernel/with-timeout.js';
import {
  TaskProcess,
  TaskProcessUnavailableError,
  type TaskLimits,
  type TaskModule,
} from './task-process.js';

const IDLE_MS = 60_000;

export interface TaskPoolLimits extends TaskLimits {
  /** The maximum number of processes. They start on demand and end when idle. */
  readonly processes: number;
}

type ProcessCallback = (process: TaskProcess | undefined) => void;

/**
 * A pool of processes, each with one task at a time. The consumer that has used the least time is served next, so that nobody
 * waits for the whole queue of another.
 */
export class TaskPool {
  private readonly processes = new Set<TaskProcess>();
  private readonly idle: TaskProcess[] = [];
  private readonly queue = new FairQueue<ProcessCallback>();
  private isStopped = false;

  constructor(
    private readonly module: TaskModule,
    private readonly limits: TaskPoolLimits,
  ) {}

  /**
   * @param consumer whose share of time is used, such as a domain
   * @param startBy the monotonic time after which the task is no longer run
   * @throws TaskEndedError, TaskProcessUnavailableError, TooLateError
   */
  async run<Result>(task: object, consumer: string, startBy = Number.POSITIVE_INFINITY): Promise<Result> {
    const process = await this.acquire(consumer);
    if (process === undefined) throw new TaskProcessUnavailableError('is stopping');
    if (performance.now() > startBy) {
      this.release(process);
      throw new TooLateError();
    }
    this.queue.recordStart(consumer);
    let startedAt = performance.now();
    try {
      // Not charged: whoever ended the previous process pays for this one.
      await process.ready;
      startedAt = performance.now();
      return await process.run<Result>(task);
    } finally {
      const replacementMs = process.isAlive ? 0 : process.startMs;
      this.queue.recordEnd(consumer, performance.now() - startedAt + replacementMs);
      this.release(process);
    }
  }

  stop(): void {
    this.isStopped = true;
    for (const process of this.processes) process.kill();
    for (const callback of this.queue.drain()) callback(undefined);
  }

  private acquire(consumer: string): TaskProcess | undefined | Promise<TaskProcess | undefined> {
    if (this.isStopped) return undefined;
    const idleProcess = this.idle.pop();
    if (idleProcess?.isAlive) return idleProcess;
    if (idleProcess !== undefined) this.processes.delete(idleProcess);
    return this.processes.size < this.limits.processes
      ? this.startProcess()
      : new Promise((give) => this.queue.push(consumer, give));
  }

  private startProcess(): TaskProcess {
    const process = new TaskProcess(this.module, this.limits);
    this.processes.add(process);
    return process;
  }

  private release(process: TaskProcess): void {
    if (!process.isAlive) this.processes.delete(process);
    const next = this.queue.next();
    if (next !== undefined) return next(process.isAlive ? process : this.startProcess());
    if (!process.isAlive) return;
    this.idle.push(process);
    setTimeout(() => this.killIdle(process, process.completedTasks), IDLE_MS).unref();
  }

  private killIdle(process: TaskProcess, completedTasks: number): void {
    const at = this.idle.indexOf(process);
    if (at < 0 || process.completedTasks !== completedTasks) return;
    this.idle.splice(at, 1);
    this.processes.delete(process);
    process.kill();
  }
}

interface Consumer<Waiting> {
  /** Milliseconds used. A new asker starts at the level of those already served. */
  usedMs: number;
  /** Turns that have begun and not ended. */
  running: number;
  readonly waiting: Waiting[];
}

/** Gives the next turn to the asker that has used the least time, so that long turns of one do not delay the others. */
export class FairQueue<Waiting> {
  private readonly consumers = new Map<string, Consumer<Waiting>>();
  private virtualTime = 0;

  push(name: string, waiting: Waiting): void {
    this.consumerOf(name).waiting.push(waiting);
  }

  next(): Waiting | undefined {
    const ready = [...this.consumers.values()].filter(({ waiting }) => waiting.length > 0);
    const [first] = ready.toSorted((a, b) => a.usedMs - b.usedMs);
    if (first !== undefined) this.virtualTime = Math.max(this.virtualTime, first.usedMs);
    return first?.waiting.shift();
  }

  recordStart(name: string): void {
    this.consumerOf(name).running += 1;
  }

  recordEnd(name: string, milliseconds: number): void {
    const consumer = this.consumerOf(name);
    consumer.running -= 1;
    consumer.usedMs += milliseconds;
    if (consumer.running === 0 && consumer.waiting.length === 0) this.consumers.delete(name);
  }

  drain(): readonly Waiting[] {
    return [...this.consumers.values()].flatMap(({ waiting }) => waiting.splice(0));
  }

  private consumerOf(name: string): Consumer<Waiting> {
    const consumer = this.consumers.get(name) ?? { usedMs: this.virtualTime, running: 0, waiting: [] };
    this.consumers.set(name, consumer);
    return consumer;
  }
}
