import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import type { Verdict } from '../../protocols/domain/verdict.js';

let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore()));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, notification_hold, quota_usage, quota_consumption, subscription, subscription_health, notification_told',
  ),
);

const unavailable: Verdict = { outcome: 'retry', reason: 'answered 503' };
const tooOften: Verdict = { outcome: 'retry', reason: 'answered 429', after: 1, isPause: true };
const refused: Verdict = { outcome: 'failed', reason: 'answered 401' };
/** Lets time pass for what waits. */
async function elapse(): Promise<void> {
  await store.pool.query(
    `update notification_lane set next_attempt_at = clock_timestamp() - interval '1 ms' where next_attempt_at < 'infinity'`,
  );
  await store.pool.query(
    `update subscription_health set probe_at = clock_timestamp() - interval '0.5 s', paused_until = null`,
  );
}

describe('a receiver that works again', () => {
  const change = (subscription_id: string, protocol_id: string) => {
    const alert = { subscription_id, protocol_id, alert_id: crypto.randomUUID(), severity: 'ERROR' };
    return (kind: string) => store.writeNotifications([{ ...alert, kind: `alert.${kind}` }]);
  };
  const work = async (subscription_id: string, protocol_id: string) => {
    await store.writeNotifications(createAlerts(subscription_id, 1, 'INFO', { protocol_id }));
    await elapse();
    await store.send();
  };
  /** Stops an escalation by an acknowledgement. */
  const stop = ({ escalation_id, alert_id }: { escalation_id: string; alert_id: string }) =>
    store.pool.query(
      `insert into escalation_run (escalation_id, alert_id, domain_id, run_id, policy, state, step, is_last, look_at, held)
       values ($1, $2, 'd1', gen_random_uuid(), '{}', '{}', 1, false, now(), 'ACKNOWLEDGED')`,
      [escalation_id, alert_id],
    );
  const retell = async () => {
    await store.untold.tellAgain();
    return (await store.send()).map(({ message }) => message.type);
  };

  it('is told the newest state of each alert, once', async () => {
    const subscription_id = await store.subscribe('newest');
    const [first, second] = [change(subscription_id, 'newest'), change(subscription_id, 'newest')];
    for (const notify of [() => first('opened'), () => first('escalated'), () => second('opened')]) {
      await notify();
      await store.send(refused);
    }
    expect(await retell()).toEqual([]);
    await work(subscription_id, 'newest');
    expect((await retell()).toSorted()).toEqual(['alert.escalated', 'alert.opened']);
    expect(await retell()).toEqual([]);
    expect(await store.countStates()).toEqual({ FAILED: 1, SENT: 3 });
  });

  it('is not told that an alert has ended of which it was never told', async () => {
    const subscription_id = await store.subscribe('newest');
    const unknown = change(subscription_id, 'newest');
    const known = change(subscription_id, 'newest');
    await known('opened');
    await store.send();
    for (const notify of [() => unknown('opened'), () => unknown('resolved'), () => known('resolved')]) {
      await notify();
      await store.send(refused);
    }
    await work(subscription_id, 'newest');
    expect(await retell()).toEqual(['alert.resolved']);
  });

  it('is told every change in order if it gets each, unless a newer one has arrived', async () => {
    const subscription_id = await store.subscribe('every');
    const [alert, other] = [change(subscription_id, 'every'), change(subscription_id, 'every')];
    for (const notify of [() => alert('opened'), () => alert('resolved'), () => other('opened')]) {
      await notify();
      await store.send(refused);
    }
    await other('resolved');
    await elapse();
    await store.send();
    expect(await retell()).toEqual(['alert.opened', 'alert.resolved']);
  });

  it('is not told a step of an escalation that an acknowledgement has stopped meanwhile', async () => {
    const subscription_id = await store.subscribe('every');
    const [stopped, other] = Array.from({ length: 2 }, () => ({
      ...{ subscription_id, severity: 'ERROR', alert_id: crypto.randomUUID() },
      escalation_id: crypto.randomUUID(),
    }));
    if (stopped === undefined || other === undefined) throw new Error('no alerts');
    const [, told] = await store.writeNotifications([stopped, other]);
    await store.send(refused);
    await stop(stopped);
    await work(subscription_id, 'every');
    await store.untold.tellAgain();
    expect((await store.send()).map(({ notification_id }) => notification_id)).toEqual([told]);
  });

  it('is not sent a step again that was refused after an acknowledgement had stopped it', async () => {
    const subscription_id = await store.subscribe('every');
    const step = { subscription_id, severity: 'ERROR', alert_id: crypto.randomUUID() };
    const escalation_id = crypto.randomUUID();
    const [id] = await store.writeNotifications([{ ...step, escalation_id }]);
    await store.send(unavailable);
    await stop({ ...step, escalation_id });
    await elapse();
    expect(await store.send()).toEqual([]);
    const { rows } = await store.pool.query<object>(
      `select state, reason, (select count(*)::int from notification_lane) as lanes from notification
       where notification_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      { state: 'CANCELLED', reason: 'the alert was acknowledged before it was sent', lanes: 0 },
    ]);
  });

  it.each([
    ['was away', unavailable],
    ['only asked for pauses', tooOften],
  ])('is told what was given up after a day in which it %s', async (_, verdict) => {
    const subscription_id = await store.subscribe('newest');
    await change(subscription_id, 'newest')('opened');
    await store.send(verdict);
    await store.log.cleanUp();
    await store.pool.query(`update notification_lane set expires_at = clock_timestamp() - interval '1 ms'`);
    await store.log.cleanUp();
    expect(await store.countStates()).toEqual({ FAILED: 1 });
    expect(await retell()).toEqual([]);
    await work(subscription_id, 'newest');
    expect(await retell()).toEqual(['alert.opened']);
  });

  it('is told what was given up by a fault of the service', async () => {
    const subscription_id = await store.subscribe('newest');
    await change(subscription_id, 'newest')('opened');
    await store.send({ outcome: 'retry', reason: 'no protocol', nothingLeft: true, isOwnFault: true });
    await store.log.cleanUp();
    await store.pool.query(`update notification_lane set expires_at = clock_timestamp() - interval '1 ms'`);
    await store.log.cleanUp();
    expect(await store.countStates()).toEqual({ FAILED: 1 });
    await work(subscription_id, 'newest');
    expect(await retell()).toEqual(['alert.opened']);
  });

  it('does not get a message again and again that it refuses while it accepts others', async () => {
    const subscription_id = await store.subscribe('newest');
    await change(subscription_id, 'newest')('opened');
    await store.send(refused);
    let refusals = 0;
    for (let round = 0; round < 10; round += 1) {
      await work(subscription_id, 'newest');
      await store.untold.tellAgain();
      refusals += (await store.send(refused)).length;
    }
    expect(refusals).toBe(5);
  });

  it('is told the members of a digest that it refused', async () => {
    const subscription_id = await store.subscribe('newest', 'd1', {
      group: { by: ['severity'], wait: 0, interval: 60 },
    });
    await store.writeNotifications(createAlerts(subscription_id, 3, 'ERROR', { protocol_id: 'newest' }));
    await store.send();
    await store.elapse();
    const digest = await store.send(refused);
    expect(digest.map(({ message }) => message.type)).toEqual(['digest']);
    await store.holds.finishDigests();
    expect(await store.countStates()).toEqual({ FAILED: 3 });
    await store.pool.query('update subscription_health set failures = 0');
    await store.untold.tellAgain();
    await store.send();
    await store.elapse();
    await store.send();
    await store.holds.finishDigests();
    expect(await store.countStates()).toEqual({ SENT: 3 });
  });
});
