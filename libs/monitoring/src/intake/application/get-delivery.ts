import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

export interface OutcomeInfo {
  readonly index: number;
  readonly outcome: 'ACKNOWLEDGED' | 'CREATED' | 'DUPLICATE' | 'HEARTBEAT' | 'IGNORED' | 'QUARANTINED';
  /** The event that was created, or the existing event that the alarm repeats. */
  readonly event_id: string | null;
  /** The alert whose acknowledgement was set or taken back. */
  readonly alert_id: string | null;
  readonly reason: string | null;
}

export interface DeliveryInfo {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly received_at: string;
  /** ACCEPTED until the delivery is processed; QUARANTINED when any of its alarms is. */
  readonly status: 'ACCEPTED' | 'PROCESSED' | 'QUARANTINED';
  readonly outcomes: readonly OutcomeInfo[];
}

/** @throws ERROR_NOT_FOUND */
export class GetDelivery extends Query<DeliveryInfo> {
  constructor(
    readonly scope: Pick<Scope, 'domain_id'>,
    readonly delivery_id: string,
  ) {
    super();
  }
}
