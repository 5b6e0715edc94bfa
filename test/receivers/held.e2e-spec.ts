import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, until } from '../client.js';
import { alarm, notificationUrl, recovery } from '../notified-domain.js';
import { startWorker } from '../processes.js';
import { sql } from '../sql.js';
import { failFirst, SCENARIO, startScenarios, WORKER_ENV } from './scenarios.js';

/*
 * What people fear of a system that holds notifications back: that it forgets them, tells them twice, or holds too much.
 * Elsewhere: two silences that overlap, an edited silence, a silence that a severity leaves, and workers that are killed while
 * silences end (silences.e2e-spec.ts); weekly windows across changes of the clock (weekly-window.spec.ts); a raised quota
 * (notifications.e2e-spec.ts); digests of killed workers (killed-sender.e2e-spec.ts); groups
 * (grouped-notifications.e2e-spec.ts); notifications of a deleted subscription (failing-receivers.e2e-spec.ts).
 */

let scenarios: Awaited<ReturnType<typeof startScenarios>>;
beforeAll(async () => {
  scenarios = await startScenarios();
});
afterAll(() => scenarios?.stop());

const createDomain = (fields?: object) => scenarios.createDomain(fields);
const opened = (...keys: string[]) => keys.map((key) => [key, 'alert.opened']);

describe.concurrent('a silence', () => {
  it('does not stop a notification that was waiting when it began', SCENARIO, async () => {
    const { receiver, send, silence, waitForTold, waitForState, hurry } = await createDomain();
    failFirst(receiver, 503);
    await send(alarm('disk'));
    await waitForTold(1);
    await silence();
    await hurry();
    expect(await waitForTold(2)).toEqual(opened('disk', 'disk'));
    await waitForState('SENT', 1);
  });

  it(
    'that ends tells once of what is still open, and of nothing that opened and ended in it',
    SCENARIO,
    async () => {
      const { domain_id, send, silence, waitForTold, waitForState } = await createDomain();
      await silence({ ends_at: new Date(Date.now() + 4_000).toISOString() });
      await send(alarm('open'), alarm('gone'), recovery('gone'), alarm('open', { severity: 'CRITICAL' }));
      await waitForState('SILENCED', 4);
      expect(await waitForTold(1)).toEqual(opened('open'));
      await until(
        () =>
          sql(scenarios.service.databaseUrl, 'select from silenced_alert where domain_id = $1', [domain_id]),
        (rows) => rows.length === 0,
      );
      await send(alarm('later'));
      expect(await waitForTold(2)).toEqual(opened('open', 'later'));
    },
  );

  it('that is deleted tells once of what is still open', SCENARIO, async () => {
    const { domain_id, send, silence, waitForTold, waitForState } = await createDomain();
    const silence_id = await silence();
    await send(alarm('disk'));
    await waitForState('SILENCED', 1);
    const url = notificationUrl(scenarios.service, `silence/${silence_id}?domain_id=${domain_id}`);
    expect((await call('DELETE', url)).status).toBeLessThan(300);
    await waitForTold(1);
    await send(alarm('later'));
    expect(await waitForTold(2)).toEqual(opened('disk', 'later'));
  });

  it('silences nothing before it starts', SCENARIO, async () => {
    const { send, silence, waitForTold } = await createDomain();
    await silence({ starts_at: 'now + 1h', ends_at: 'now + 2h' });
    await send(alarm('disk'));
    expect(await waitForTold(1)).toEqual(opened('disk'));
  });

  it('silences nothing after it has ended, until it is prolonged', SCENARIO, async () => {
    const { send, silence, put, waitForTold, waitForState } = await createDomain();
    const silence_id = await silence();
    await put(`silence/${silence_id}/expire`);
    await send(alarm('after'));
    expect(await waitForTold(1)).toEqual(opened('after'));
    await put(`silence/${silence_id}`, { ends_at: 'now + 1h' });
    await send(alarm('again'));
    expect(await waitForState('SILENCED', 1)).toMatchObject([{ silence_id }]);
  });

  it('that is weekly silences within its window only', SCENARIO, async () => {
    const { send, silence, waitForTold, waitForState } = await createDomain();
    const all = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
    const inThreeDays = all[(new Date().getUTCDay() + 3) % 7];
    const weekly = { days: [inThreeDays], from: '00:00', to: '00:00', timezone: 'Europe/Berlin' };
    await silence({ weekly });
    await send(alarm('outside'));
    expect(await waitForTold(1)).toEqual(opened('outside'));
    const silence_id = await silence({ weekly: { ...weekly, days: all } });
    await send(alarm('within'));
    expect(await waitForState('SILENCED', 1)).toMatchObject([{ title: 'within', silence_id }]);
  });

  it('silences nothing of another domain', SCENARIO, async () => {
    const [silenced, loud] = [await createDomain(), await createDomain()];
    await silenced.silence();
    await Promise.all([silenced, loud].map(({ send }) => send(alarm('disk'))));
    expect(await loud.waitForTold(1)).toEqual(opened('disk'));
    await silenced.waitForState('SILENCED', 1);
    expect(silenced.told()).toEqual([]);
  });

  it('keeps silent about other alerts only if its filter says so', SCENARIO, async () => {
    const { send, silence, told, waitForTold, waitForState } = await createDomain();
    await silence({ filter: [{ k: 'event_key', v: 'db-', o: 'contain' }] });
    await send(alarm('db-1'), alarm('web-1'), alarm('db-2'));
    await waitForState('SILENCED', 2);
    expect(await waitForTold(1)).toEqual(opened('web-1'));
    expect(told()).toHaveLength(1);
  });

  it('that ends tells nothing to a subscription that is disabled at that time', SCENARIO, async () => {
    const { domain_id, send, silence, put, change, waitForTold, waitForState } = await createDomain();
    const silence_id = await silence();
    await send(alarm('disk'));
    await waitForState('SILENCED', 1);
    await change('/disable');
    await put(`silence/${silence_id}/expire`);
    await until(
      () =>
        sql(scenarios.service.databaseUrl, 'select from silenced_alert where domain_id = $1', [domain_id]),
      (rows) => rows.length === 0,
    );
    await change('/enable');
    await send(alarm('later'));
    expect(await waitForTold(1)).toEqual(opened('later'));
  });
});

describe.concurrent('a subscription', () => {
  it('gets nothing while it is disabled, and only newer changes afterwards', SCENARIO, async () => {
    const { send, change, subscribe, notifications, waitForTold } = await createDomain();
    await change('/disable');
    // This one gets the change, so it has been read.
    const { subscription_id } = await subscribe();
    await send(alarm('missed'));
    await until(notifications, (all) => all.some((each) => each.subscription_id === subscription_id));
    await change('/enable');
    await send(alarm('later'));
    await until(notifications, (all) => all.length === 3);
    const others = (await notifications()).filter((each) => each.subscription_id !== subscription_id);
    expect(others.map(({ title }) => title)).toEqual(['later']);
    // The receiver knows only the secret of the first subscription.
    expect(await waitForTold(1)).toEqual(opened('later'));
  });

  it('that is disabled while a notification waits sends it after it is enabled', SCENARIO, async () => {
    const { receiver, send, change, told, waitForTold, hurry } = await createDomain();
    failFirst(receiver, 503);
    await send(alarm('disk'));
    await waitForTold(1);
    await change('/disable');
    await hurry();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(told()).toHaveLength(1);
    await change('/enable');
    await hurry();
    expect(await waitForTold(2)).toEqual(opened('disk', 'disk'));
  });

  it('applies a changed filter from the next change on', SCENARIO, async () => {
    const critical = [{ k: 'severity', v: 'CRITICAL', o: 'eq' }];
    const { send, change, waitForTold } = await createDomain({ filter: critical });
    await send(alarm('before'), alarm('first', { severity: 'CRITICAL' }));
    await waitForTold(1);
    await change('', { filter: [] });
    await send(alarm('after'));
    expect(await waitForTold(2)).toEqual(opened('first', 'after'));
  });

  it('that is deleted cancels what is held for it', SCENARIO, async () => {
    const { domain_id, subscription, send, limit, waitForState } = await createDomain();
    await limit(0);
    await send(alarm('disk'));
    await waitForState('HELD', 1);
    const path = `subscription/${subscription.subscription_id}?domain_id=${domain_id}`;
    await call('DELETE', notificationUrl(scenarios.service, path));
    expect(await waitForState('CANCELLED', 1)).toMatchObject([{ reason: 'the subscription was deleted' }]);
  });

  it('of a project gets nothing of another project', SCENARIO, async () => {
    const { send, subscribe, notifications, told } = await createDomain({ project_id: 'p2' });
    const { subscription_id } = await subscribe({ project_id: 'p1' });
    await send(alarm('of p1'));
    const found = await until(notifications, (all) => all.length > 0);
    expect(found).toMatchObject([{ subscription_id }]);
    expect(told()).toEqual([]);
  });
});

describe.concurrent('a quota', () => {
  const QUOTA_KINDS = { kinds: ['alert.opened', 'quota.exhausted'] };

  it('sends what is urgent to its end, and all that waited on the next day', SCENARIO, async () => {
    const { send, limit, beginNextDay, waitForTold, waitForState } = await createDomain({
      kinds: ['alert.opened'],
    });
    await limit(5);
    await send(...['1', '2', '3', '4'].map((key) => alarm(key)));
    await waitForTold(4);
    // One unit is left, which is reserved for the notice.
    await send(alarm('warning', { severity: 'WARNING' }), alarm('critical', { severity: 'CRITICAL' }));
    const held = await waitForState('HELD', 2);
    expect(held.find(({ title }) => title === 'critical')?.reason).toBe('the quota of the day is used up');
    await beginNextDay();
    const all = await waitForTold(6);
    expect(all.map(([key]) => key).toSorted()).toEqual(['1', '2', '3', '4', 'critical', 'warning']);
  });

  it('refuses no critical one while it sends a lesser one singly', SCENARIO, async () => {
    const { send, limit, waitForTold, waitForState } = await createDomain({ kinds: ['alert.opened'] });
    await limit(10);
    await send(...Array.from({ length: 8 }, (_, n) => alarm(`${n}`)));
    await waitForTold(8);
    await send(alarm('warning', { severity: 'WARNING' }), alarm('critical', { severity: 'CRITICAL' }));
    expect((await waitForTold(9)).at(-1)).toEqual(['critical', 'alert.opened']);
    expect(await waitForState('HELD', 1)).toMatchObject([{ title: 'warning' }]);
  });

  it('holds no alert any longer that becomes critical', SCENARIO, async () => {
    const { receiver, send, limit, waitForTold, waitForState } = await createDomain({
      kinds: ['alert.opened', 'alert.escalated'],
    });
    // After 80 % there are units for the digest, for the critical change and for the notice.
    await limit(15);
    await send(...Array.from({ length: 12 }, (_, n) => alarm(`${n}`)));
    await waitForTold(12);
    await send(alarm('disk', { severity: 'WARNING' }));
    await waitForState('HELD', 1);
    await send(alarm('disk', { severity: 'CRITICAL' }));
    await waitForTold(14);
    expect(receiver.received.slice(12).map(({ body }) => body.type)).toEqual(['digest', 'alert.escalated']);
  });

  it('that is used up says so once, with its last unit', SCENARIO, async () => {
    const { send, limit, told, waitForTold, waitForState } = await createDomain(QUOTA_KINDS);
    await limit(3);
    await send(...['1', '2', '3', '4', '5'].map((key) => alarm(key)));
    expect((await waitForTold(3)).map(([, kind]) => kind)).toEqual([
      'alert.opened',
      'alert.opened',
      'quota.exhausted',
    ]);
    await waitForState('HELD', 3);
    await send(alarm('6'));
    await waitForState('HELD', 4);
    expect(told()).toHaveLength(3);
  });

  it('of one domain holds nothing of another', SCENARIO, async () => {
    const [limited, free] = [await createDomain(), await createDomain()];
    await limited.limit(0);
    await Promise.all([limited, free].map(({ send }) => send(alarm('disk'))));
    expect(await free.waitForTold(1)).toEqual(opened('disk'));
    await limited.waitForState('HELD', 1);
    expect(limited.told()).toEqual([]);
  });
});

it('what is held outlives the worker, in its order', SCENARIO, async () => {
  const { send, put, limit, beginNextDay, waitForTold, waitForState } = await createDomain();
  const quota_id = await limit(0);
  await send(alarm('1'), alarm('2'), recovery('2'));
  await waitForState('HELD', 2);
  // The resolution waits for the opening of its alert.
  await waitForState('PENDING', 1);
  const { databaseUrl, worker } = scenarios.service;
  await worker.stop();
  const next = await startWorker({ databaseUrl, env: WORKER_ENV });
  try {
    await put(`quota/${quota_id}`, { limit: { day: 100 } });
    await beginNextDay();
    const told = await waitForTold(3);
    expect(told.filter(([key]) => key === '2').map(([, kind]) => kind)).toEqual([
      'alert.opened',
      'alert.resolved',
    ]);
    await waitForState('SENT', 3);
  } finally {
    await next.stop();
  }
});
