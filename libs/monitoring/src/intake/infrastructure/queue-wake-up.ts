import { Injectable, Logger } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { QueueFactory, type JobQueue } from '#shared/platform/queue/queue-factory.js';
import { WakeUp } from '../application/ports/delivery-log.js';
import { QUEUES, type DeliveriesJob } from '../../contracts/queues.js';

/** Milliseconds between two jobs. A busy service combines the wake-ups of many webhooks in one job. */
const JOB_INTERVAL_MS = 20;

/** Sends at most one job at a time per process. Wake-ups that arrive meanwhile go into the next job. */
@Injectable()
export class QueueWakeUp extends WakeUp {
  private readonly logger = new Logger('WakeUp');
  private readonly queue: JobQueue<DeliveriesJob>;
  private waiting = new Set<string>();
  private isSending = false;

  constructor(queues: QueueFactory) {
    super();
    this.queue = queues.getQueue<DeliveriesJob>(QUEUES.deliveries);
  }

  signalDeliveries(webhookUuids: Iterable<string>): void {
    for (const uuid of webhookUuids) this.waiting.add(uuid);
    if (!this.isSending) void this.send();
  }

  private async send(): Promise<void> {
    this.isSending = true;
    while (this.waiting.size > 0) {
      const webhook_uuids = [...this.waiting];
      this.waiting = new Set();
      try {
        await this.queue.add({ webhook_uuids });
      } catch (error) {
        this.logger.warn(
          `a wake-up was not sent, so the sweep finds the deliveries: ${getLogMessage(error)}`,
        );
      }
      await new Promise((resume) => setTimeout(resume, JOB_INTERVAL_MS));
    }
    this.isSending = false;
  }
}
