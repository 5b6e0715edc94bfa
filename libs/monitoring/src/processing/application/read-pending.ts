import type { Plugin } from '#senders/plugin-api/plugin.js';
import type { ReadDelivery, ReadSegment } from '../domain/process-batch.js';
import { readAlarms, type ReadAlarm } from '../domain/read-alarms.js';
import type { PendingDelivery, PendingSegment } from './ports/processing-log.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { TurnBudget } from './turn-budget.js';

/** Segments in their order, until the budget is spent. */
export async function readPending(
  plugin: Plugin,
  { options, settings: { default_severity } }: Pick<AdmittedWebhook, 'options' | 'settings'>,
  pending: readonly PendingSegment[],
  budget: TurnBudget,
): Promise<ReadSegment[]> {
  const segments: ReadSegment[] = [];
  for (const { segment_id, late, deliveries } of pending) {
    if (budget.isSpent) break;
    budget.beginSegment();
    const read: ReadDelivery[] = [];
    for (const one of deliveries) {
      const { delivery_id, delivery } = one;
      if (budget.isSpent) await budget.mayGoOn();
      const alarms =
        damaged(one) ??
        budget.excess ??
        readAlarms(plugin, options, delivery_id, delivery, { late, default_severity });
      budget.take(alarms);
      read.push({ delivery_id, delivery, alarms });
    }
    segments.push({ segment_id, deliveries: read });
  }
  return segments;
}

/** No plugin can read what is no longer what was written. */
export function damaged({ damage }: PendingDelivery): ReadAlarm[] | undefined {
  return damage === undefined ? undefined : [{ kind: 'unreadable', reason: damage }];
}
