import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { ResendRequests } from './ports/resend-requests.js';

/** Stops a resend. Notifications that are already queued are still sent. @throws ERROR_NOT_FOUND */
export class CancelResend extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly resend_id: string,
  ) {
    super();
  }
}

@CommandHandler(CancelResend)
export class CancelResendHandler implements ICommandHandler<CancelResend> {
  constructor(private readonly requests: ResendRequests) {}

  execute({ scope, resend_id }: CancelResend): Promise<void> {
    return this.requests.cancel(scope, resend_id);
  }
}
