import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { formatId } from '#shared/kernel/ids.js';
import type { Outcome } from '../domain/delivery.js';

/**
 * Waits up to `seconds` and returns whether the delivery was processed. Returns `undefined` without waiting for so long
 * when too many requests of its domain, or in all, are waiting or the process shuts down: waiting is optional, and it must not take resources
 * from other requests.
 */
export class AwaitDelivery extends Query<boolean | undefined> {
  constructor(
    readonly scope: Pick<Scope, 'domain_id'>,
    readonly delivery_id: string,
    readonly seconds: number,
    /** Aborted when the sender no longer waits. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

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

/** Ids are uuids. `outcomes` is `null` until the delivery is processed. */
interface DeliveryRecord {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly received_at: Date;
  readonly outcomes: readonly Outcome[] | null;
}

export function toDeliveryInfo({
  delivery_id,
  webhook_id,
  received_at,
  outcomes,
}: DeliveryRecord): DeliveryInfo {
  return {
    delivery_id: formatId('delivery', delivery_id),
    webhook_id: formatId('webhook', webhook_id),
    received_at: received_at.toISOString(),
    status: statusOf(outcomes),
    outcomes: (outcomes ?? []).map(toOutcomeInfo),
  };
}

function statusOf(outcomes: readonly Outcome[] | null): DeliveryInfo['status'] {
  if (outcomes === null) return 'ACCEPTED';
  return outcomes.some(({ outcome }) => outcome === 'QUARANTINED') ? 'QUARANTINED' : 'PROCESSED';
}

export function toOutcomeInfo(one: Outcome, index: number): OutcomeInfo {
  const { outcome } = one;
  return {
    index,
    outcome,
    event_id: 'event_id' in one ? formatId('event', one.event_id) : null,
    alert_id: 'alert_id' in one && one.alert_id !== undefined ? formatId('alert', one.alert_id) : null,
    reason: 'reason' in one ? one.reason : null,
  };
}
