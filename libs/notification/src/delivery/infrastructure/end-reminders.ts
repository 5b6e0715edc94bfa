import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { parseId } from '#shared/kernel/ids.js';
import type { EndedReminders } from '../../reminders/tables/plan-reminders.js';
import type { DomainSubscription } from './change-matcher.js';

const REASONS = { acknowledged: 'the alert was acknowledged', resolved: 'the alert was resolved' } as const;

/** Returns the reminders that are no longer true: of alerts that were acknowledged or resolved. */
export function findEndedReminders(
  changes: readonly AlertChange[],
  subscriptions: readonly Pick<DomainSubscription, 'subscription_id' | 'remind'>[],
): readonly EndedReminders[] {
  return (['acknowledged', 'resolved'] as const).flatMap((kind) => {
    const alertIds = changes
      .filter((change) => change.kind === kind)
      .map(({ alert_id }) => parseId('alert', alert_id));
    const subscriptionIds = subscriptions
      .filter(({ remind }) => remind !== null && (kind === 'resolved' || remind.until === 'ACKNOWLEDGED'))
      .map(({ subscription_id }) => subscription_id);
    const isAny = alertIds.length > 0 && subscriptionIds.length > 0;
    return isAny ? [{ subscriptionIds, alertIds, reason: REASONS[kind] }] : [];
  });
}
