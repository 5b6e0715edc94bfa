import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { WakeSender } from '#notification';
import { NOTIFICATION_QUEUES, type NotificationsJob } from '#notification/contracts/queues.js';
import { QueueProcessor } from '../queue-processor.js';

@Injectable()
export class NotificationProcessor extends QueueProcessor<NotificationsJob> {
  readonly queue = NOTIFICATION_QUEUES.notifications;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async process(): Promise<void> {
    await this.commands.execute(new WakeSender());
  }
}
