import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { OnePerDomain } from '#shared/kernel/one-per-domain.js';
import { TooLateError } from '#shared/kernel/with-timeout.js';
import { TaskPool } from '#shared/platform/task-pool.js';
import { TaskEndedError, TaskProcessUnavailableError } from '#shared/platform/task-process.js';
import type { PlanAnswer, PlanFailure, PlanTask } from './plan-task.js';

/** Files of 64 KiB with 1,000 records take about a second. */
const LIMITS = { timeoutMs: 5_000, wallClockMs: 20_000, memoryMb: 256, processes: 1 };
const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 10;

/** Where the program of the process is. */
const PROCESS_PATH = fileURLToPath(new URL('./plan-process.js', import.meta.url));

/** Compares files with records in another process, one question at a time. The domains take turns. */
@Injectable()
export class PlanPool implements OnApplicationShutdown {
  readonly turns = new OnePerDomain('plan');
  // An empty environment: what reads the files of strangers sees no keys.
  private readonly pool = new TaskPool({ path: PROCESS_PATH, env: {} }, LIMITS);

  /** @throws ERROR_INVALID_PARAMETER if the files take too long, ERROR_RATE_LIMITED, ERROR_UNAVAILABLE */
  async run(task: PlanTask): Promise<PlanAnswer> {
    const answer = await this.ask(task);
    if ('failed' in answer) throw new Error(`Files could not be compared: ${answer.failed}`);
    return answer;
  }

  private async ask(task: PlanTask): Promise<PlanAnswer | PlanFailure> {
    try {
      return await this.pool.run<PlanAnswer | PlanFailure>(
        task,
        task.domain_id,
        performance.now() + MAX_WAIT_MS,
      );
    } catch (error) {
      if (error instanceof TaskEndedError) {
        const limit = error.timedOut ? `${LIMITS.timeoutMs / 1000} s` : `${LIMITS.memoryMb} MB of memory`;
        throw DomainError.invalid('files', `take more than ${limit} to read: give fewer records at a time`);
      }
      if (error instanceof TooLateError)
        throw new DomainError(
          'ERROR_RATE_LIMITED',
          'exhausted',
          `The files of others are being read; try again in ${RETRY_SECONDS} s`,
          { retryAfter: RETRY_SECONDS },
        );
      if (error instanceof TaskProcessUnavailableError)
        throw new DomainError(
          'ERROR_UNAVAILABLE',
          'unavailable',
          'Files cannot be read now; try again later',
          {
            cause: error,
          },
        );
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.pool.stop();
  }
}
