import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import type { Verdict } from '../../protocols/domain/verdict.js';

let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore()));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, notification_hold, quota_usage, quota_consumption, subscription, subscription_health',
  ),
);

const unavailable: Verdict = { outcome: 'retry', reason: 'answered 503' };
const refused: Verdict = { outcome: 'failed', reason: 'answered 401' };
const GROUP = { by: ['project_id'], wait: 30, interval: 30 };

const makeDue = async () => {
  await store.pool.query(
    `update notification_lane set next_attempt_at = clock_timestamp() - interval '1 ms' where next_attempt_at < 'infinity'`,
  );
  await store.pool.query(
    `update subscription_health set probe_at = clock_timestamp() - interval '0.5 s', paused_until = null`,
  );
};

/** Sends what is due. Resolves to the kinds, and whether each wakes people for what it has overtaken. */
const send = async (verdict?: Verdict) => {
  await makeDue();
  return (await store.send(verdict)).map(
    ({ message, wakes }) => message.type.replace('alert.', '') + (wakes ? ' wakes' : ''),
  );
};

/** Writes a change of this kind, or a step of an escalation. Resolves to its id. */
async function createAlert(fields: Parameters<SendingStore['subscribe']>[2] = {}) {
  const subscription_id = await store.subscribe('newest', 'd1', fields);
  const alert = { subscription_id, alert_id: crypto.randomUUID(), severity: 'ERROR', protocol_id: 'newest' };
  const notify = async (kind: string) =>
    (
      await store.writeNotifications([
        kind === 'step'
          ? { ...alert, escalation_id: crypto.randomUUID() }
          : { ...alert, kind: `alert.${kind}` },
      ])
    )[0] ?? '';
  return { subscription_id, notify };
}

describe('what overtakes a change', () => {
  it.each([
    ['escalated deescalated', 'deescalated wakes'],
    ['unacknowledged deescalated', 'deescalated wakes'],
    ['reopened flapping', 'flapping wakes'],
    ['step deescalated', 'deescalated wakes'],
    ['deescalated escalated flapping deescalated', 'deescalated wakes'],
    ['acknowledged escalated deescalated', 'deescalated wakes'],
    ['opened deescalated', 'deescalated'],
    ['flapping deescalated', 'deescalated'],
    ['escalated resolved', 'resolved'],
    ['unacknowledged acknowledged', 'acknowledged'],
    ['unacknowledged acknowledged deescalated', 'deescalated'],
    ['escalated resolved flapping', 'flapping'],
  ])('of %s is sent as %s', async (kinds, sent) => {
    const { notify } = await createAlert();
    await notify('opened');
    await send();
    for (const kind of kinds.split(' ')) await notify(kind);
    expect(await send()).toEqual([sent]);
    await notify('deescalated');
    expect(await send()).toEqual(['deescalated']);
  });

  it('wakes with each attempt, and when it is overtaken or sent again', async () => {
    const { notify } = await createAlert();
    await notify('opened');
    await send();
    for (const kind of ['escalated', 'deescalated']) await notify(kind);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await send(unavailable)).toEqual(['deescalated wakes']);
    const newest = await notify('flapping');
    expect(await send(refused)).toEqual(['flapping wakes']);
    await store.resend(newest);
    expect(await send()).toEqual(['flapping wakes']);
  });

  it('wakes after a remark that was written between them', async () => {
    const { notify } = await createAlert();
    for (const kind of ['escalated', 'noted', 'deescalated']) await notify(kind);
    expect(await send()).toEqual(['noted', 'deescalated wakes']);
  });

  it('leaves other alerts as they are', async () => {
    const [one, other] = [await createAlert(), await createAlert()];
    for (const { notify } of [one, other]) await notify('opened');
    await send();
    await one.notify('escalated');
    for (const { notify } of [one, other]) await notify('deescalated');
    await other.notify('flapping');
    expect((await send()).toSorted()).toEqual(['deescalated wakes', 'flapping']);
  });

  it('wakes in place of what has failed, when it is told again', async () => {
    const { subscription_id, notify } = await createAlert();
    await notify('opened');
    await send();
    for (const kind of ['escalated', 'deescalated']) {
      await notify(kind);
      await send(refused);
    }
    await store.writeNotifications(createAlerts(subscription_id, 1, 'INFO', { protocol_id: 'newest' }));
    expect(await send()).toEqual(['opened']);
    await store.untold.tellAgain();
    expect(await send()).toEqual(['deescalated wakes']);
  });

  it('wakes if it is sent by itself after a digest that has failed', async () => {
    const { subscription_id, notify } = await createAlert({ group: GROUP });
    await store.writeNotifications(createAlerts(subscription_id, 1, 'ERROR', { protocol_id: 'newest' }));
    await notify('escalated');
    const newest = await notify('deescalated');
    expect(await send()).toEqual([]);
    await store.elapse();
    expect(await send(refused)).toEqual(['digest']);
    await store.holds.finishDigests();
    await store.resend(newest);
    expect(await send()).toEqual(['deescalated wakes']);
  });
});
