import { Command } from '@nestjs/cqrs';
import type { Scope, Via } from '#shared/kernel/scope.js';
import type { ReceiverAct, ReceiverActOutcome } from '../domain/receiver-act.js';

/**
 * Carries out what was done at a receiver of notifications.
 * @throws ERROR_NOT_FOUND; ERROR_CONFLICT if the notes of the alert would be too long; ERROR_UNAVAILABLE while its webhook is being
 * processed
 */
export class FollowReceiver extends Command<ReceiverActOutcome> {
  constructor(
    readonly scope: Scope & { readonly via: Via },
    readonly alert_id: string,
    readonly act: ReceiverAct,
  ) {
    super();
  }
}
