import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { PluginSandbox } from '../application/ports/plugin-sandbox.js';
import type { SandboxRun } from '../domain/sandbox-run.js';
import { TaskEndedError, TaskProcess, type TaskModule } from './task-process.js';

const LIMITS = { timeoutMs: 5_000, memoryMb: 256 };
const IDLE_MS = 30_000;

/** The process that tries, with the plugins of this one. */
export abstract class SandboxModule implements TaskModule {
  abstract readonly path: string;
  abstract readonly args: readonly string[];
}

/** One process, which is started when it is needed, for one delivery after the other. */
@Injectable()
export class ProcessPluginSandbox extends PluginSandbox implements OnApplicationShutdown {
  private readonly logger = new Logger('PluginSandbox');
  private process: TaskProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(@Inject(SandboxModule) private readonly module: SandboxModule) {
    super();
  }

  endOf(run: SandboxRun): Promise<string | undefined> {
    const tried = this.last.then(() => this.try(run));
    this.last = tried;
    return tried;
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    this.end();
  }

  private async try(run: SandboxRun): Promise<string | undefined> {
    if (this.stopped) return undefined;
    clearTimeout(this.idle);
    // The same code as the worker's, so it may have the same environment.
    if (this.process?.alive !== true) this.process = new TaskProcess(this.module, LIMITS);
    try {
      await this.process.run(run);
      return undefined;
    } catch (error) {
      if (this.stopped) return undefined;
      if (error instanceof TaskEndedError)
        return error.late
          ? `takes more than ${LIMITS.timeoutMs / 1_000} seconds of processor time for this delivery`
          : `ends the process it reads this delivery in, which may take ${LIMITS.memoryMb} MB`;
      this.logger.warn('deliveries cannot be tried: there is no process to try them in');
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
