import { Injectable, Logger } from '@nestjs/common';
import { QueueFactory } from '#shared/platform/queue/queue-factory.js';
import { WakeUpQueue } from '#shared/platform/queue/wake-up-queue.js';
import { NOTIFICATION_QUEUES, type NotificationsJob } from '../../contracts/queues.js';

/** Wakes a worker that sends notifications. If the wake-up is lost, the sweep finds the work. */
@Injectable()
export class SendWakeUp {
  private readonly queue: WakeUpQueue<NotificationsJob>;

  constructor(queues: QueueFactory) {
    this.queue = new WakeUpQueue<NotificationsJob>(
      queues.getQueue<NotificationsJob>(NOTIFICATION_QUEUES.notifications),
      (domain_id) => ({ domain_id }),
      new Logger('WakeUp'),
    );
  }

  wakeSender(domain_id: string): void {
    void this.queue.wake(domain_id);
  }
}
