import { expect, it } from 'vitest';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import type { Remind } from '../../subscriptions/domain/remind.js';
import { findEndedReminders } from './plan-reminders.js';

const [acknowledged, resolved] = [crypto.randomUUID(), crypto.randomUUID()];
const change = (alert: string, kind: string) => ({ alert_id: formatId('alert', alert), kind }) as AlertChange;
const subscription = (subscription_id: string, until?: Remind['until']) => ({
  subscription_id,
  remind: until === undefined ? null : { every: 300, until },
});

it('an acknowledgement ends reminders that last until then, and the end of the alert all', () => {
  const changes = [
    change(acknowledged, 'acknowledged'),
    change(resolved, 'resolved'),
    change(resolved, 'escalated'),
  ];
  const subscriptions = [
    subscription('none'),
    subscription('first', 'ACKNOWLEDGED'),
    subscription('last', 'RESOLVED'),
  ];
  expect(findEndedReminders(changes, subscriptions)).toMatchObject([
    { alertIds: [acknowledged], subscriptionIds: ['first'] },
    { alertIds: [resolved], subscriptionIds: ['first', 'last'] },
  ]);
  expect(findEndedReminders(changes, [subscription('none')])).toEqual([]);
  expect(findEndedReminders([change(resolved, 'escalated')], subscriptions)).toEqual([]);
});
