import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSendingStore, type SendingStore, type Told } from '../../../test/sending-store.js';
import { FIRST_PLACE } from '../domain/claim-turns.js';

const LIMIT = 100;
const LOW = 80;
let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore({ day: LIMIT })));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, notification_hold, quota_usage, quota_consumption, subscription, subscription_health, notification_told',
  ),
);

const alertsOf = (subscription_id: string, count: number, severity = 'WARNING', more: Partial<Told> = {}) =>
  Array.from({ length: count }, () => ({
    ...{ subscription_id, severity, alert_id: crypto.randomUUID() },
    ...more,
  }));
const severities = (sent: readonly { message: { type: string }; notification_id: string }[]) =>
  sent.map(({ message }) => message.type);

describe('a flood of 10,000 changes at a limit of 100', () => {
  it.each(['every', 'newest'])(
    'the protocol that sends %s: by the published rule, nothing lost, never above the limit',
    { timeout: 120_000 },
    async (protocol_id) => {
      const subscription_id = await store.subscribe(protocol_id);
      const attempts: string[] = [];
      const sendAll = async () => {
        const sent = await store.send();
        for (const { message, notification_id } of sent) {
          const { rows } = await store.pool.query<{ severity: string }>(
            'select severity from notification where notification_id = $1',
            [notification_id],
          );
          attempts.push(message.type === 'digest' ? 'digest' : String(rows[0]?.severity));
        }
        await store.holds.finishDigests();
      };
      for (let batch = 0; batch < 10; batch += 1) {
        await store.tell([
          ...alertsOf(subscription_id, 999, 'WARNING', { protocol_id }),
          ...alertsOf(subscription_id, 1, batch % 2 === 0 ? 'CRITICAL' : 'ERROR', { protocol_id }),
        ]);
        await sendAll();
        if (batch % 5 === 4) {
          await store.elapse();
          await sendAll();
        }
      }
      expect(attempts.length).toBe(await store.used(protocol_id));
      expect(attempts.length).toBeLessThan(LIMIT);
      expect(attempts.slice(0, LOW)).not.toContain('digest');
      const later = attempts.slice(LOW);
      expect(later.filter((what) => what === 'digest')).toHaveLength(2);
      expect(later.filter((what) => what === 'WARNING')).toEqual([]);
      // All 10 that matter most were sent, wherever they came.
      expect(attempts.filter((what) => what === 'CRITICAL' || what === 'ERROR')).toHaveLength(10);

      // The rest of the units, but for the last.
      await store.tell(alertsOf(subscription_id, 100, 'CRITICAL', { protocol_id }));
      await sendAll();
      expect(await store.used(protocol_id)).toBe(LIMIT - 1);

      const before = attempts.length;
      store.clock.time = new Date(store.clock.time.getTime() + 86_400_000);
      for (let round = 0; round < 3; round += 1) {
        await store.elapse();
        await sendAll();
      }
      store.clock.time = new Date(store.clock.time.getTime() - 86_400_000);
      expect(attempts.length - before).toBe((await store.used(protocol_id)) - before);
      expect(await store.states()).toEqual({ SENT: 10_100 });
      const { rows } = await store.pool.query<{ total: number; singly: number }>(
        `select (select sum((message -> 'data' ->> 'total')::int) from notification where kind = 'digest')::int as total,
           (select count(*) from notification where kind <> 'digest' and digest_id is null)::int as singly`,
      );
      expect((rows[0]?.total ?? 0) + (rows[0]?.singly ?? 0)).toBe(10_100);
    },
  );
});

describe('from 80 % of a window on', () => {
  const nearlyUsed = async (protocol_id = 'every') => {
    const subscription_id = await store.subscribe(protocol_id);
    await store.tell(alertsOf(subscription_id, LOW, 'ERROR', { protocol_id }));
    expect(await store.send()).toHaveLength(LOW);
    return subscription_id;
  };

  it('a digest names what it holds, and what it held is sent with it', async () => {
    const subscription_id = await nearlyUsed();
    const [first] = await store.tell([
      ...alertsOf(subscription_id, 1, 'INFO'),
      ...alertsOf(subscription_id, 59, 'WARNING'),
    ]);
    expect(await store.send()).toEqual([]);
    expect(await store.holds.close()).toBe(0);
    await store.elapse();
    const [digest, ...others] = await store.send();
    expect(others).toEqual([]);
    expect(digest?.message).toMatchObject({
      type: 'digest',
      data: {
        reason: '80 % of the quota of the day is used: what is less than ERROR is sent together.',
        total: 60,
        by_severity: { WARNING: 59, INFO: 1 },
        notifications: { length: 50, 0: { severity: 'WARNING', kind: 'alert.opened' } },
      },
    });
    await store.holds.finishDigests();
    const { rows } = await store.pool.query(
      'select state, reason, digest_id, sent_at is not null as is_sent from notification where notification_id = $1',
      [first],
    );
    expect(rows).toEqual([
      {
        state: 'SENT',
        reason: expect.stringMatching(/^sent in the digest notification_/),
        digest_id: digest?.notification_id,
        is_sent: true,
      },
    ]);
    expect(await store.used()).toBe(LOW + 1);
    const { rows: left } = await store.pool.query('select from notification_lane');
    expect(left).toEqual([]);
  });

  it('something urgent does not wait behind what is held of its alert, nor overtakes it', async () => {
    const subscription_id = await nearlyUsed();
    const alert_id = crypto.randomUUID();
    await store.tell([{ subscription_id, alert_id, severity: 'WARNING' }]);
    expect(await store.send()).toEqual([]);
    await store.tell([{ subscription_id, alert_id, severity: 'CRITICAL', kind: 'alert.escalated' }]);
    expect(await store.holds.close()).toBe(1);
    expect(severities(await store.send())).toEqual(['digest']);
    await store.holds.finishDigests();
    expect(severities(await store.send())).toEqual(['alert.escalated']);
    expect(await store.states()).toEqual({ SENT: LOW + 2 });
  });

  it('something urgent that came before what precedes it was held does not wait either', async () => {
    const subscription_id = await nearlyUsed();
    const alert_id = crypto.randomUUID();
    await store.tell([
      { subscription_id, alert_id, severity: 'WARNING' },
      { subscription_id, alert_id, severity: 'CRITICAL', kind: 'alert.escalated' },
    ]);
    expect(await store.send()).toEqual([]);
    expect(await store.holds.close()).toBe(1);
    expect(severities(await store.send())).toEqual(['digest']);
  });

  it('where only the newest state counts, something urgent replaces what is held of its alert', async () => {
    const subscription_id = await nearlyUsed('newest');
    const alert_id = crypto.randomUUID();
    const told = { subscription_id, alert_id, protocol_id: 'newest' };
    await store.tell([{ ...told, severity: 'WARNING' }, ...alertsOf(subscription_id, 1, 'INFO', told)]);
    expect(await store.send()).toEqual([]);
    await store.tell([{ ...told, severity: 'CRITICAL', kind: 'alert.escalated' }]);
    expect(await store.holds.close()).toBe(1);
    expect(severities(await store.send())).toEqual(['alert.escalated']);
  });

  it('what cannot be sent as a digest waits for the next window', async () => {
    const subscription_id = await nearlyUsed('alerts');
    await store.tell(alertsOf(subscription_id, 3, 'WARNING', { protocol_id: 'alerts' }));
    expect(await store.send()).toEqual([]);
    expect(await store.elapse()).toBe(0);
    expect(await store.send()).toEqual([]);
    store.clock.time = new Date(store.clock.time.getTime() + 86_400_000);
    expect(await store.elapse()).toBe(3);
    expect(severities(await store.send())).toEqual(['alert.opened', 'alert.opened', 'alert.opened']);
    store.clock.time = new Date(store.clock.time.getTime() - 86_400_000);
  });

  it('what a digest that failed held is failed with its reason, and what came after goes on', async () => {
    const subscription_id = await nearlyUsed();
    const alert_id = crypto.randomUUID();
    const [first] = await store.tell([{ subscription_id, alert_id, severity: 'WARNING' }]);
    await store.send();
    await store.elapse();
    await store.send({ outcome: 'failed', reason: 'answered 400' });
    await store.tell([{ subscription_id, alert_id, severity: 'ERROR', kind: 'alert.escalated' }]);
    await store.holds.finishDigests();
    const { rows } = await store.pool.query<{ state: string; reason: string }>(
      'select state, reason from notification where notification_id = $1',
      [first],
    );
    expect(rows[0]).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/answered 400$/) });
    expect(severities(await store.send())).toEqual(['alert.escalated']);
  });

  it('what is held is looked at again and again neither by claims nor before its time', async () => {
    const subscription_id = await nearlyUsed();
    await store.tell(alertsOf(subscription_id, 30, 'ERROR'));
    expect(await store.send()).toHaveLength(LIMIT - LOW - 1);
    expect(await store.log.claim(64, FIRST_PLACE, [])).toMatchObject({ attempts: [], looked: { found: 0 } });
    expect(await store.holds.close()).toBe(0);
    expect(await store.elapse()).toBe(0);
    const { rows } = await store.pool.query<{ wait: number }>(
      'select extract(epoch from look_at - clock_timestamp())::int as wait from notification_hold',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.wait).toBeGreaterThan(50);
    const { rows: usage } = await store.pool.query('select refused::int from quota_usage');
    expect(usage).toEqual([{ refused: 30 - (LIMIT - LOW - 1) }]);
  });
});

describe('what the service says of itself', () => {
  const kinds = ['quota.low', 'quota.exhausted', 'subscription.failing'];
  const told = (sent: Awaited<ReturnType<SendingStore['send']>>) =>
    sent.map(({ message }) => message).filter(({ type }) => !type.startsWith('alert.'));

  it('that a quota is low, and with its last unit that it is used up, each once', async () => {
    const subscription_id = await store.subscribe('every', 'd1', { kinds });
    await store.subscribe('every', 'd1', { kinds: ['quota.exhausted'] });
    const other = await store.subscribe('newest', 'd1', { kinds });
    await store.tell(alertsOf(subscription_id, LOW - 1, 'ERROR'));
    await store.send();
    expect(await store.quotas.tell()).toBe(0);
    await store.tell(alertsOf(subscription_id, 1, 'ERROR'));
    await store.send();
    expect(await store.quotas.tell()).toBe(2);
    expect(await store.quotas.tell()).toBe(0);
    const low = await store.send();
    expect(low.map(({ subscription_id: id }) => id).toSorted()).toEqual([subscription_id, other].toSorted());
    expect(told(low)[0]).toMatchObject({
      type: 'quota.low',
      data: { subject: { protocol_id: 'every', window: 'day', limit: LIMIT, used: LOW, waiting: 0 } },
    });

    await store.tell(alertsOf(subscription_id, 30, 'ERROR'));
    expect(told(await store.send())).toEqual([]);
    expect(await store.used()).toBe(LIMIT - 1);
    expect(await store.quotas.tell()).toBe(2);
    expect(await store.quotas.tell()).toBe(0);
    const last = await store.send();
    expect(last.map(({ subscription_id: id }) => id).toSorted()).toEqual([subscription_id, other].toSorted());
    expect(told(last)[0]?.data).toMatchObject({
      title: expect.stringMatching(/is used up until .*; 12 waiting$/),
    });
    expect(await store.used()).toBe(LIMIT);
  });

  it('that a quota is used up, to who subscribes to it when only others were told that it is low', async () => {
    const subscription_id = await store.subscribe('every', 'd2', { kinds: ['quota.low'] });
    await store.tell(alertsOf(subscription_id, LIMIT + 1, 'ERROR', { domain_id: 'd2' }));
    await store.send();
    expect(await store.quotas.tell()).toBe(1);
    const late = await store.subscribe('newest', 'd2', { kinds: ['quota.exhausted'] });
    expect(await store.quotas.tell()).toBe(1);
    expect(await store.quotas.tell()).toBe(0);
    const sent = await store.send();
    expect(sent.map(({ subscription_id: id, message }) => [id, message.type])).toEqual([
      [late, 'quota.exhausted'],
    ]);
  });

  it('that a quota is low or used up, again when it was raised', async () => {
    const subscription_id = await store.subscribe('every', 'd3');
    await store.subscribe('newest', 'd3', { kinds });
    await store.tell(alertsOf(subscription_id, LIMIT + 1, 'ERROR', { domain_id: 'd3' }));
    await store.send();
    expect(await store.quotas.tell()).toBe(2);
    await store.pool.query(
      `insert into quota (quota_id, domain_id, protocol_id, "limit", created_at, updated_at)
       values (gen_random_uuid(), 'd3', 'every', '{"day": ${2 * LIMIT}}', now(), now())`,
    );
    try {
      expect(await store.quotas.tell()).toBe(0);
      await store.elapse();
      await store.tell(alertsOf(subscription_id, LIMIT, 'ERROR', { domain_id: 'd3' }));
      await store.send();
      expect(await store.quotas.tell()).toBe(2);
      expect(await store.quotas.tell()).toBe(0);
    } finally {
      await store.pool.query('delete from quota');
    }
  });

  it('that a subscription keeps failing: to others, once until it has succeeded', async () => {
    const failing = await store.subscribe('every', 'd1', { kinds });
    const other = await store.subscribe('newest', 'd1', { kinds });
    await store.pool.query(
      `update subscription_health set failures = 5, last_error = 'answered 503' where subscription_id = $1`,
      [failing],
    );
    expect(await store.subscriptions.tell()).toBe(1);
    expect(await store.subscriptions.tell()).toBe(0);
    const [sent, ...more] = await store.send();
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      subscription_id: other,
      message: {
        type: 'subscription.failing',
        data: { subject: { failures: 5, last_error: 'answered 503' } },
      },
    });
    await store.pool.query(`update subscription_health set last_sent_at = now() where subscription_id = $1`, [
      failing,
    ]);
    expect(await store.subscriptions.tell()).toBe(1);
  });
});

describe('a change that a newer one of its alert overtakes', () => {
  it('is superseded: the newest is sent, once', async () => {
    const subscription_id = await store.subscribe('newest');
    const told = { subscription_id, alert_id: crypto.randomUUID(), protocol_id: 'newest', severity: 'ERROR' };
    const [first] = await store.tell([told]);
    await store.tell([
      { ...told, kind: 'alert.escalated' },
      { ...told, kind: 'alert.resolved' },
    ]);
    expect(severities(await store.send())).toEqual(['alert.resolved']);
    expect(await store.states()).toEqual({ SUPERSEDED: 2, SENT: 1 });
    const { rows } = await store.pool.query<{ reason: string }>(
      'select reason from notification where notification_id = $1',
      [first],
    );
    expect(rows[0]?.reason).toMatch(/^overtaken by notification_/);
  });

  it('is sent where every change is', async () => {
    const subscription_id = await store.subscribe('every');
    const told = { subscription_id, alert_id: crypto.randomUUID(), severity: 'ERROR' };
    await store.tell([told, { ...told, kind: 'alert.resolved' }]);
    expect(severities(await store.send())).toEqual(['alert.opened', 'alert.resolved']);
  });
});
