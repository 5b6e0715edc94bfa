import { Command } from '@nestjs/cqrs';
import type { InboundRequest } from '../../protocols/inbound.js';

/** What became of a webhook of a receiver. */
export interface InboundResult {
  readonly outcome: 'ACKNOWLEDGED' | 'UNACKNOWLEDGED' | 'RESOLVED' | 'NOTED' | 'IGNORED';
  /** Why it is ignored; otherwise `null`. */
  readonly reason: string | null;
  readonly alert_id: string | null;
}

/**
 * Takes a webhook of a receiver: what people do to alerts there is done to them here. The address says in which domain.
 * @throws ERROR_NOT_FOUND for an unknown address, whatever is wrong with it; ERROR_AUTHENTICATE_FAILURE for a wrong signature;
 * ERROR_PERMISSION_DENIED for a disabled subscription; ERROR_PAYLOAD_TOO_LARGE; ERROR_INVALID_PARAMETER; ERROR_UNAVAILABLE while the
 * webhook of the alert is being processed
 */
export class TakeInboundWebhook extends Command<InboundResult> {
  constructor(
    readonly subscription_id: string,
    readonly access_key: string,
    readonly request: InboundRequest,
    /** The address of the client, for the audit log. */
    readonly address: string,
  ) {
    super();
  }
}
