import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { PluginSandbox, type SandboxRun } from '../application/ports/plugin-sandbox.js';
import { TaskEndedError, TaskProcess, type TaskModule } from './task-process.js';

const LIMITS = { timeoutMs: 5_000, clockMs: 25_000, memoryMb: 256 };
const IDLE_MS = 30_000;

export abstract class SandboxProgram implements TaskModule {
  abstract readonly path: string;
  abstract readonly args: readonly string[];
}

/** Runs plugins in one separate process, one delivery at a time. The process starts on demand and ends when idle. */
@Injectable()
export class ProcessPluginSandbox extends PluginSandbox implements OnApplicationShutdown {
  private readonly logger = new Logger('PluginSandbox');
  private process: TaskProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly program: SandboxProgram) {
    super();
  }

  crashOf(run: SandboxRun): Promise<string | undefined> {
    const crash = this.last.then(() => this.run(run));
    this.last = crash;
    return crash;
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    this.end();
  }

  private async run(run: SandboxRun): Promise<string | undefined> {
    if (this.stopped) return undefined;
    clearTimeout(this.idle);
    // The sandbox runs the same code as the worker, so it may have the same environment.
    if (this.process?.alive !== true) this.process = new TaskProcess(this.program, LIMITS);
    try {
      await this.process.run(run);
      return undefined;
    } catch (error) {
      if (this.stopped) return undefined;
      if (error instanceof TaskEndedError)
        return error.timedOut
          ? `takes more than ${LIMITS.timeoutMs / 1_000} seconds of processor time for this delivery`
          : `ends the process it reads this delivery in, which may take ${LIMITS.memoryMb} MB`;
      this.logger.warn('there is no sandbox: its process cannot be started');
      return undefined;
    } finally {
      this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
    }
  }

  private end(): void {
    clearTimeout(this.idle);
    this.process?.end();
    this.process = undefined;
  }
}
