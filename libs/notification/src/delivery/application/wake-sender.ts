import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SendNotifications } from './send-notifications.js';

/** Wakes the sender of this process. It carries no data: the waiting notifications are in the database. */
export class WakeSender extends Command<void> {}

@CommandHandler(WakeSender)
export class WakeSenderHandler implements ICommandHandler<WakeSender> {
  constructor(private readonly sender: SendNotifications) {}

  async execute(): Promise<void> {
    this.sender.wake();
  }
}
