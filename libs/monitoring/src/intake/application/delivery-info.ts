import { formatId } from '#shared/kernel/ids.js';
import type { Outcome } from '../domain/delivery.js';
import type { DeliveryInfo, OutcomeInfo } from './get-delivery.js';

/** Ids are uuids. `outcomes` is `null` until the delivery is processed. */
export interface DeliveryRecord {
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
