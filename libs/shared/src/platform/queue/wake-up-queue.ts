import { Logger } from '@nestjs/common';
import { messageOf } from '../../kernel/message-of.js';
import type { JobQueue } from './queue-factory.js';

/** Sends a worker a wake-up for one record at a time. The sweep finds records whose wake-up is lost. */
export class WakeUpQueue<Job extends object> {
  /** @param jobOf returns the data of the wake-up for a record */
  constructor(
    private readonly queue: Pick<JobQueue<Job>, 'add'>,
    private readonly jobOf: (id: string) => Job,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Never throws. */
  async wake(id: string): Promise<void> {
    try {
      await this.queue.add(this.jobOf(id));
    } catch (error) {
      this.logger.warn(`the wake-up for ${id} was not sent, so the sweep finds it: ${messageOf(error)}`);
    }
  }
}
