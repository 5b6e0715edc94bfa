import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import { QueueFactory, type JobQueue } from '#shared/platform/queue/queue-factory.js';
import { WakeUp } from '../application/ports/wake-up.js';
import { QUEUES, type DeliveriesJob } from '../../contracts/queues.js';

/** Milliseconds between two jobs. A busy service combines the wake-ups of many webhooks in one job. */
const PAUSE = 20;

/** Sends at most one job at a time per process. Wake-ups that arrive meanwhile go into the next job. */
@Injectable()
export class QueueWakeUp extends WakeUp {
  private readonly logger = new Logger('WakeUp');
  private readonly queue: JobQueue<DeliveriesJob>;
  private waiting = new Set<string>();
  private sending = false;

  constructor(queues: QueueFactory) {
    super();
    this.queue = queues.queue<DeliveriesJob>(QUEUES.deliveries);
  }

  deliveriesArrived(webhookUuids: Iterable<string>): void {
    for (const uuid of webhookUuids) this.waiting.add(uuid);
    if (!this.sending) void this.send();
  }

  private async send(): Promise<void> {
    this.sending = true;
    while (this.waiting.size > 0) {
      const webhook_uuids = [...this.waiting];
      this.waiting = new Set();
      try {
        await this.queue.add({ webhook_uuids });
      } catch (error) {
        this.logger.warn(`a wake-up was not sent, so the sweep finds the deliveries: ${messageOf(error)}`);
      }
      await new Promise((resume) => setTimeout(resume, PAUSE));
    }
    this.sending = false;
  }
}
