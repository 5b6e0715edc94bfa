import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { ClaimRotation } from '../domain/claim-rotation.js';

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

const listTypes = (sent: readonly { message: { type: string }; notification_id: string }[]) =>
  sent.map(({ message }) => message.type);

describe('a flood of 10,000 changes at a limit of 100', () => {
  it.each(['every', 'newest'])(
    'loses nothing, stays within the limit and sends urgent changes singly (protocol: %s)',
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
        await store.writeNotifications([
          ...createAlerts(subscription_id, 999, 'WARNING', { protocol_id }),
          ...createAlerts(subscription_id, 1, batch % 2 === 0 ? 'CRITICAL' : 'ERROR', { protocol_id }),
        ]);
        await sendAll();
        if (batch % 5 === 4) {
          await store.elapse();
          await sendAll();
        }
      }
      expect(attempts.length).toBe(await store.countUsed(protocol_id));
      expect(attempts.length).toBeLessThan(LIMIT);
      expect(attempts.slice(0, LOW)).not.toContain('digest');
      const lowQuotaAttempts = attempts.slice(LOW);
      expect(lowQuotaAttempts.filter((type) => type === 'digest')).toHaveLength(2);
      expect(lowQuotaAttempts.filter((type) => type === 'WARNING')).toEqual([]);
      // All 10 urgent ones were sent, wherever they came in the order.
      expect(attempts.filter((type) => type === 'CRITICAL' || type === 'ERROR')).toHaveLength(10);

      // All remaining units but the last are taken.
      await store.writeNotifications(createAlerts(subscription_id, 100, 'CRITICAL', { protocol_id }));
      await sendAll();
      expect(await store.countUsed(protocol_id)).toBe(LIMIT - 1);

      const before = attempts.length;
      store.clock.time = new Date(store.clock.time.getTime() + 86_400_000);
      for (let round = 0; round < 3; round += 1) {
        await store.elapse();
        await sendAll();
      }
      store.clock.time = new Date(store.clock.time.getTime() - 86_400_000);
      expect(attempts.length - before).toBe((await store.countUsed(protocol_id)) - before);
      expect(await store.countStates()).toEqual({ SENT: 10_100 });
      const { rows } = await store.pool.query<{ total: number; singly: number }>(
        `select (select sum((message -> 'data' ->> 'total')::int) from notification where kind = 'digest')::int as total,
           (select count(*) from notification where kind <> 'digest' and digest_id is null)::int as singly`,
      );
      expect((rows[0]?.total ?? 0) + (rows[0]?.singly ?? 0)).toBe(10_100);
    },
  );
});

describe('notifications after 80 % of a quota window is used', () => {
  const useUntilLow = async (protocol_id = 'every') => {
    const subscription_id = await store.subscribe(protocol_id);
    await store.writeNotifications(createAlerts(subscription_id, LOW, 'ERROR', { protocol_id }));
    expect(await store.send()).toHaveLength(LOW);
    return subscription_id;
  };

  it('lists held notifications in a digest, and marks them as sent with it', async () => {
    const subscription_id = await useUntilLow();
    const [first] = await store.writeNotifications([
      ...createAlerts(subscription_id, 1, 'INFO'),
      ...createAlerts(subscription_id, 59, 'WARNING'),
    ]);
    expect(await store.send()).toEqual([]);
    expect(await store.holds.closeDue()).toBe(0);
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
        links: {
          api: expect.stringMatching(
            /\/notification\/v1\/notifications\?domain_id=d1&digest_id=notification_\w+$/,
          ),
          console: expect.stringMatching(
            /^http:\/\/localhost\/console\/#\/sending\/notifications\?digest_id=notification_\w+$/,
          ),
        },
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
    expect(await store.countUsed()).toBe(LOW + 1);
    const { rows: left } = await store.pool.query('select from notification_lane');
    expect(left).toEqual([]);
  });

  it('sends held changes of an alert at once, and then an urgent change that followed them', async () => {
    const subscription_id = await useUntilLow();
    const alert_id = crypto.randomUUID();
    await store.writeNotifications([{ subscription_id, alert_id, severity: 'WARNING' }]);
    expect(await store.send()).toEqual([]);
    await store.writeNotifications([
      { subscription_id, alert_id, severity: 'CRITICAL', kind: 'alert.escalated' },
    ]);
    expect(await store.holds.closeDue()).toBe(1);
    expect(listTypes(await store.send())).toEqual(['digest']);
    await store.holds.finishDigests();
    expect(listTypes(await store.send())).toEqual(['alert.escalated']);
    expect(await store.countStates()).toEqual({ SENT: LOW + 2 });
  });

  it('sends a held change at once if an urgent change of its alert already waits behind it', async () => {
    const subscription_id = await useUntilLow();
    const alert_id = crypto.randomUUID();
    await store.writeNotifications([
      { subscription_id, alert_id, severity: 'WARNING' },
      { subscription_id, alert_id, severity: 'CRITICAL', kind: 'alert.escalated' },
    ]);
    expect(await store.send()).toEqual([]);
    expect(await store.holds.closeDue()).toBe(1);
    expect(listTypes(await store.send())).toEqual(['digest']);
  });

  it('sends steps of escalations by themselves, however severe the alert, and that none reached anybody', async () => {
    const subscription_id = await useUntilLow();
    await store.writeNotifications([
      ...createAlerts(subscription_id, 2, 'WARNING'),
      ...createAlerts(subscription_id, 1, 'WARNING', { escalation_id: crypto.randomUUID() }),
      ...createAlerts(subscription_id, 1, 'INFO', { kind: 'escalation.unreached' }),
    ]);
    expect(listTypes(await store.send()).toSorted()).toEqual(['alert.opened', 'escalation.unreached']);
    await store.elapse();
    expect(listTypes(await store.send())).toEqual(['digest']);
  });

  it('sends steps by themselves when the window is over, and a digest of the others', async () => {
    const subscription_id = await useUntilLow('newest');
    const create = (count: number, more = {}) =>
      createAlerts(subscription_id, count, 'CRITICAL', { protocol_id: 'newest', ...more });
    await store.writeNotifications(create(LIMIT));
    await store.send();
    const steps = await store.writeNotifications(create(2, { escalation_id: crypto.randomUUID() }));
    expect(await store.send()).toEqual([]);
    store.clock.time = new Date(store.clock.time.getTime() + 86_400_000);
    await store.elapse();
    const sent = await store.send();
    store.clock.time = new Date(store.clock.time.getTime() - 86_400_000);
    expect(sent.map(({ notification_id }) => notification_id)).toEqual(expect.arrayContaining([...steps]));
    expect(listTypes(sent).toSorted()).toEqual(['alert.opened', 'alert.opened', 'digest']);
  });

  it('replaces held changes of an alert by an urgent one if the protocol sends only the newest', async () => {
    const subscription_id = await useUntilLow('newest');
    const alert_id = crypto.randomUUID();
    const change = { subscription_id, alert_id, protocol_id: 'newest' };
    await store.writeNotifications([
      { ...change, severity: 'WARNING' },
      ...createAlerts(subscription_id, 1, 'INFO', change),
    ]);
    expect(await store.send()).toEqual([]);
    await store.writeNotifications([{ ...change, severity: 'CRITICAL', kind: 'alert.escalated' }]);
    expect(await store.holds.closeDue()).toBe(1);
    expect(listTypes(await store.send())).toEqual(['alert.escalated']);
  });

  it('holds notifications until the next window if their protocol cannot send digests', async () => {
    const subscription_id = await useUntilLow('alerts');
    await store.writeNotifications(createAlerts(subscription_id, 3, 'WARNING', { protocol_id: 'alerts' }));
    expect(await store.send()).toEqual([]);
    expect(await store.elapse()).toBe(0);
    expect(await store.send()).toEqual([]);
    store.clock.time = new Date(store.clock.time.getTime() + 86_400_000);
    expect(await store.elapse()).toBe(3);
    expect(listTypes(await store.send())).toEqual(['alert.opened', 'alert.opened', 'alert.opened']);
    store.clock.time = new Date(store.clock.time.getTime() - 86_400_000);
  });

  it('fails the notifications of a failed digest, and sends later ones of their lanes', async () => {
    const subscription_id = await useUntilLow();
    const alert_id = crypto.randomUUID();
    const [first] = await store.writeNotifications([{ subscription_id, alert_id, severity: 'WARNING' }]);
    await store.send();
    await store.elapse();
    await store.send({ outcome: 'failed', reason: 'answered 400' });
    await store.writeNotifications([
      { subscription_id, alert_id, severity: 'ERROR', kind: 'alert.escalated' },
    ]);
    await store.holds.finishDigests();
    const { rows } = await store.pool.query<{ state: string; reason: string }>(
      'select state, reason from notification where notification_id = $1',
      [first],
    );
    expect(rows[0]).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/answered 400$/) });
    expect(listTypes(await store.send())).toEqual(['alert.escalated']);
  });

  it('neither claims held notifications nor checks their hold before it is due', async () => {
    const subscription_id = await useUntilLow();
    await store.writeNotifications(createAlerts(subscription_id, 30, 'ERROR'));
    expect(await store.send()).toHaveLength(LIMIT - LOW - 1);
    expect(await store.log.claim(64, new ClaimRotation().cursor, [])).toMatchObject({
      attempts: [],
      progress: { dueCount: 0 },
    });
    expect(await store.holds.closeDue()).toBe(0);
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

describe('a change that is followed by a newer one of its alert', () => {
  it('is superseded by the newest one if the protocol sends only the newest', async () => {
    const subscription_id = await store.subscribe('newest');
    const change = {
      subscription_id,
      alert_id: crypto.randomUUID(),
      protocol_id: 'newest',
      severity: 'ERROR',
    };
    const [first] = await store.writeNotifications([change]);
    await store.writeNotifications([
      { ...change, kind: 'alert.escalated' },
      { ...change, kind: 'alert.acknowledged' },
    ]);
    expect(listTypes(await store.send())).toEqual(['alert.acknowledged']);
    expect(await store.countStates()).toEqual({ SUPERSEDED: 2, SENT: 1 });
    const { rows } = await store.pool.query<{ reason: string }>(
      'select reason from notification where notification_id = $1',
      [first],
    );
    expect(rows[0]?.reason).toMatch(/^overtaken by notification_/);
  });

  it('is cancelled with it if the alert ended before anything was told of it', async () => {
    const subscription_id = await store.subscribe('newest');
    const createAlert = () => ({
      ...{ subscription_id, alert_id: crypto.randomUUID(), protocol_id: 'newest', severity: 'ERROR' },
    });
    const [told, untold] = [createAlert(), createAlert()];
    await store.writeNotifications([told]);
    expect(listTypes(await store.send())).toEqual(['alert.opened']);
    await store.writeNotifications([untold, { ...told, kind: 'alert.escalated' }]);
    await store.writeNotifications([untold, told].map((each) => ({ ...each, kind: 'alert.resolved' })));
    expect(listTypes(await store.send())).toEqual(['alert.resolved']);
    expect(await store.countStates()).toEqual({ SENT: 2, SUPERSEDED: 1, CANCELLED: 2 });
    const { rows } = await store.pool.query('select from notification_lane');
    expect(rows).toEqual([]);
  });

  it('is sent if the protocol sends every change', async () => {
    const subscription_id = await store.subscribe('every');
    const change = { subscription_id, alert_id: crypto.randomUUID(), severity: 'ERROR' };
    await store.writeNotifications([change, { ...change, kind: 'alert.resolved' }]);
    expect(listTypes(await store.send())).toEqual(['alert.opened', 'alert.resolved']);
  });
});
