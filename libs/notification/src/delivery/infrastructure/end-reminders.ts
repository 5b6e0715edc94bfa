import type { ClientBase } from 'pg';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { parseId } from '#shared/kernel/ids.js';
import { cancelReminders } from '../../reminders/tables/plan-reminders.js';
import type { DomainSubscription } from './change-matcher.js';

const REASONS = { acknowledged: 'the alert was acknowledged', resolved: 'the alert was resolved' } as const;

/**
 * Cancels the reminders that still wait of alerts that were acknowledged or resolved: they are no longer true. Called after the
 * notifications of the changes were written.
 */
export async function endReminders(
  client: ClientBase,
  changes: readonly AlertChange[],
  subscriptions: readonly DomainSubscription[],
): Promise<void> {
  const reminding = subscriptions.filter(({ remind }) => remind !== null);
  if (reminding.length === 0) return;
  for (const kind of ['acknowledged', 'resolved'] as const) {
    const ended = reminding.filter(({ remind }) => kind === 'resolved' || remind?.until === 'ACKNOWLEDGED');
    await cancelReminders(client, {
      subscriptionIds: ended.map(({ subscription_id }) => subscription_id),
      alertIds: changes
        .filter((change) => change.kind === kind)
        .map(({ alert_id }) => parseId('alert', alert_id)),
      reason: REASONS[kind],
    });
  }
}
