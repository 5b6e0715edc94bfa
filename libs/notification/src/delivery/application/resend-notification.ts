import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { NotificationResender } from './ports/notification-resender.js';
import { SendWakeUp } from './ports/send-wake-up.js';

/**
 * Sends a notification again under the same id, whatever its state.
 * @throws ERROR_NOT_FOUND; ERROR_CONFLICT if its subscription is disabled or deleted, or if the receiver would take an
 * outdated state of the alert for the present one
 */
export class ResendNotification extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly notification_id: string,
  ) {
    super();
  }
}

@CommandHandler(ResendNotification)
export class ResendNotificationHandler implements ICommandHandler<ResendNotification> {
  constructor(
    private readonly resender: NotificationResender,
    private readonly wakeUp: SendWakeUp,
  ) {}

  async execute({ scope, notification_id }: ResendNotification): Promise<void> {
    await this.resender.resend(scope, notification_id);
    this.wakeUp.wakeSender(scope.domain_id);
  }
}
