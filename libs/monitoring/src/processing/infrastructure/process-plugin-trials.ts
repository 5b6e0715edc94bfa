import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { PluginTrials } from '../application/ports/plugin-trials.js';
import type { Trial } from '../domain/trial.js';
import { TaskEndedError, TaskProcess, type TaskModule } from './task-process.js';

const LIMITS = { timeoutMs: 5_000, memoryMb: 256 };
const IDLE_MS = 30_000;

/** The process that tries, with the plugins of this one. */
export abstract class TrialModule implements TaskModule {
  abstract readonly path: string;
  abstract readonly args: readonly string[];
}

/** One process, which is started when it is needed, for one delivery after the other. */
@Injectable()
export class ProcessPluginTrials extends PluginTrials implements OnApplicationShutdown {
  private readonly logger = new Logger('PluginTrials');
  private process: TaskProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(@Inject(TrialModule) private readonly module: TrialModule) {
    super();
  }

  endOf(trial: Trial): Promise<string | undefined> {
    const tried = this.last.then(() => this.try(trial));
    this.last = tried;
    return tried;
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    this.end();
  }

  private async try(trial: Trial): Promise<string | undefined> {
    if (this.stopped) return undefined;
    clearTimeout(this.idle);
    // The same code as the worker's, so it may have the same environment.
    if (this.process?.alive !== true) this.process = new TaskProcess(this.module, LIMITS);
    try {
      await this.process.run(trial);
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
