import { Inject, Injectable, Logger } from '@nestjs/common';
import { QueueFactory, type JobQueue } from '#shared/platform/queue/queue-factory.js';
import { VerificationQueue } from '../application/ports/verification-queue.js';
import { QUEUES, type VerificationJob } from '../../contracts/queues.js';

@Injectable()
export class BullMqVerificationQueue extends VerificationQueue {
  private readonly logger = new Logger('Verification');
  private readonly queue: JobQueue<VerificationJob>;

  constructor(@Inject(QueueFactory) queues: QueueFactory) {
    super();
    this.queue = queues.queue<VerificationJob>(QUEUES.verifications);
  }

  async wake(verification_id: string): Promise<void> {
    try {
      await this.queue.add({ verification_id });
    } catch (error) {
      this.logger.warn(`nobody woken for ${verification_id}, the sweep will: ${String(error)}`);
    }
  }
}
