import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TaskPool } from '#shared/platform/task-pool.js';
import { TaskEndedError } from '#shared/platform/task-process.js';
import { CalendarError, type CalendarTask, type ExpandedCalendar } from './calendar-task.js';

/** A calendar of 5 MB with 10,000 events takes less than a second. */
const LIMITS = { timeoutMs: 10_000, wallClockMs: 60_000, memoryMb: 256, processes: 1 };

export type CalendarAnswer = { readonly calendar: ExpandedCalendar } | { readonly refused: string };

/** Where the program of the process is. */
const PROCESS_PATH = fileURLToPath(new URL('./calendar-process.js', import.meta.url));

/** Expands calendars in another process, one at a time. The domains take turns. */
@Injectable()
export class CalendarPool implements OnApplicationShutdown {
  // An empty environment: what reads the data of strangers sees no keys.
  private readonly pool = new TaskPool({ path: PROCESS_PATH, env: {} }, LIMITS);

  /** @throws CalendarError; TaskProcessUnavailableError if the process cannot be started */
  async expand(task: CalendarTask, domain_id: string): Promise<ExpandedCalendar> {
    try {
      const answer = await this.pool.run<CalendarAnswer>(task, domain_id);
      if ('refused' in answer) throw new CalendarError(answer.refused);
      return answer.calendar;
    } catch (error) {
      if (!(error instanceof TaskEndedError)) throw error;
      const limit = error.timedOut ? `${LIMITS.timeoutMs / 1000} s` : `${LIMITS.memoryMb} MB of memory`;
      throw new CalendarError(`takes more than ${limit} to read`);
    }
  }

  onApplicationShutdown(): void {
    this.pool.stop();
  }
}
