import { Command } from '@nestjs/cqrs';
import type { DeliveryReceipt } from '../../intake/application/ports/delivery-log.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { ReceivedRequest } from '../../intake/application/admit-delivery.js';
import type { HeartbeatReport } from '../domain/heartbeat-delivery.js';

/** A message of the source of a heartbeat, and what it says besides. */
export interface HeartbeatSignal extends HeartbeatReport {
  readonly kind: 'ping' | 'fail' | 'start' | 'log';
  readonly name: string;
}

/**
 * Records a message of the source of a heartbeat, such as that it is alive. It is stored as a delivery, so that no
 * acknowledged message is lost; of the request only the report about a job is kept. The scope comes from the webhook,
 * because its address authorized the caller.
 * @throws ERROR_NOT_FOUND, ERROR_INVALID_PARAMETER, ERROR_AUTHENTICATE_FAILURE, ERROR_UNAVAILABLE
 */
export class AcceptPing extends Command<DeliveryReceipt> {
  constructor(
    readonly webhook: AdmittedWebhook,
    readonly access_key: string,
    readonly signal: HeartbeatSignal,
    readonly posted: ReceivedRequest,
  ) {
    super();
  }
}
