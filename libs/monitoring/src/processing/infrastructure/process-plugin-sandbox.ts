import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { PluginSandbox, type SandboxRun } from '../application/ports/plugin-sandbox.js';
import { TaskEndedError, TaskProcess, type TaskModule } from './task-process.js';

const LIMITS = { timeoutMs: 5_000, wallClockMs: 25_000, memoryMb: 256 };
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
  private lastRun: Promise<unknown> = Promise.resolve();
  private idleTimer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly program: SandboxProgram) {
    super();
  }

  detectCrash(run: SandboxRun): Promise<string | undefined> {
    const crash = this.lastRun.then(() => this.run(run));
    this.lastRun = crash;
    return crash;
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    this.killProcess();
  }

  private async run(run: SandboxRun): Promise<string | undefined> {
    if (this.isStopped) return undefined;
    clearTimeout(this.idleTimer);
    // The sandbox runs the same code as the worker, so it may have the same environment.
    if (this.process?.isAlive !== true) this.process = new TaskProcess(this.program, LIMITS);
    try {
      await this.process.run(run);
      return undefined;
    } catch (error) {
      if (this.isStopped) return undefined;
      if (error instanceof TaskEndedError)
        return error.timedOut
          ? `takes more than ${LIMITS.timeoutMs / 1_000} seconds of processor time for this delivery`
          : `ends the process it reads this delivery in, which may take ${LIMITS.memoryMb} MB`;
      this.logger.warn('there is no sandbox: its process cannot be started');
      return undefined;
    } finally {
      this.idleTimer = setTimeout(() => this.killProcess(), IDLE_MS).unref();
    }
  }

  private killProcess(): void {
    clearTimeout(this.idleTimer);
    this.process?.kill();
    this.process = undefined;
  }
}
