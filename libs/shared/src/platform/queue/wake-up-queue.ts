import { Logger } from '@nestjs/common';
import { getLogMessage } from '../../kernel/error-message.js';
import type { JobQueue } from './queue-factory.js';

/** Sends a worker a wake-up for one record at a time. The sweep finds records whose wake-up is lost. */
export class WakeUpQueue<Job extends object> {
  /** @param createJob returns the data of the wake-up for a record */
  constructor(
    private readonly queue: Pick<JobQueue<Job>, 'add'>,
    private readonly createJob: (id: string) => Job,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Never throws. */
  async wake(id: string): Promise<void> {
    try {
      await this.queue.add(this.createJob(id));
    } catch (error) {
      this.logger.warn(`the wake-up for ${id} was not sent, so the sweep finds it: ${getLogMessage(error)}`);
    }
  }
}
