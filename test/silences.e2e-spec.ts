import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, until } from './client.js';
import {
  createTestDomain as domainOf,
  alarm,
  notificationUrl as pathAt,
  expireLeases,
  recovery,
} from './notified-domain.js';
import { startWorker } from './processes.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

const ENV = { NOTIFICATION_ALLOW: '127.0.0.1' };
const SLOW_TEST = { timeout: 90_000 };

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startService(ENV), startReceiver()]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.secrets = [];
});

interface Silenced {
  readonly kind: string;
  readonly state: string;
  readonly silence_id: string | null;
  readonly reason: string | null;
}

async function createSilencedDomain(fields: object = {}) {
  const domain = await domainOf(service, receiver, fields);
  const { domain_id } = domain;
  const notificationPath = (path: string) => pathAt(service, path);
  return {
    ...domain,
    silence: async (more: object = {}) => {
      const { status, body } = await call<{ silence_id: string }>('POST', notificationPath('silences'), {
        domain_id,
        ...{ name: crypto.randomUUID(), filter: [], ends_at: 'now + 1h', reason: 'CHG-1' },
        ...more,
      });
      expect(status).toBe(201);
      return body.silence_id;
    },
    change: async (method: 'PUT' | 'DELETE', path: string, body: object = {}) => {
      const { status } = await call(method, notificationPath(`silence/${path}`), { domain_id, ...body });
      expect(status).toBeLessThan(300);
    },
    silenced: async (count: number) => {
      const query = `notifications?domain_id=${domain_id}&state=SILENCED`;
      const { body } = await until(
        () => call<{ results: Silenced[] }>('GET', notificationPath(query)),
        (found) => found.body.results.length === count,
      );
      return body.results;
    },
  };
}

const receivedChanges = () =>
  receiver.received.map(({ body: { type, data } }) => [data.alert.event_key, type] as const);
const waitForCount = (count: number) =>
  until(
    async () => receiver.received.length,
    (found) => found === count,
    30_000,
  );

it(
  'a silenced alert is notified once after the silence ends, unless it was resolved meanwhile',
  SLOW_TEST,
  async () => {
    const { domain_id, send, silence, silenced, change, notifications } = await createSilencedDomain();
    const silence_id = await silence();
    await send(alarm('open'), alarm('gone'), alarm('open', { severity: 'CRITICAL' }), recovery('gone'));
    const found = await silenced(4);
    expect(found[0]).toMatchObject({ silence_id, reason: 'CHG-1' });
    expect(receiver.received).toEqual([]);
    const usage = () =>
      sql<{ consumed: number }>(
        service.databaseUrl,
        `select consumed::int from quota_usage where domain_id = $1`,
        [domain_id],
      );
    expect(await usage()).toEqual([]);

    await change('PUT', `${silence_id}/expire`);
    await waitForCount(1);
    await until(
      () => sql(service.databaseUrl, 'select from silenced_alert where domain_id = $1', [domain_id]),
      (rows) => rows.length === 0,
    );
    // Later alarms are sent after it.
    await send(alarm('later'));
    await waitForCount(2);
    expect(receivedChanges()).toEqual([
      ['open', 'alert.opened'],
      ['later', 'alert.opened'],
    ]);
    expect(receiver.received[0]?.body.data.alert).toMatchObject({ severity: 'CRITICAL', state: 'OPEN' });
    const after = await until(
      notifications,
      (all) => all.filter(({ state }) => state === 'SENT').length === 2,
    );
    expect(after.filter(({ state }) => state === 'SILENCED')).toHaveLength(4);
    expect(await usage()).toEqual([{ consumed: 2 }]);
  },
);

it(
  'a recovery during a silence is notified at once if the opening was notified before it, and else never',
  SLOW_TEST,
  async () => {
    const { send, silence, silenced, change } = await createSilencedDomain();
    await send(alarm('told'));
    await waitForCount(1);
    const silence_id = await silence();
    await send(recovery('told'), alarm('unknown'), recovery('unknown'));
    await waitForCount(2);
    await silenced(2);
    await change('DELETE', silence_id);
    await send(alarm('later'));
    await waitForCount(3);
    expect(receivedChanges()).toEqual([
      ['told', 'alert.opened'],
      ['told', 'alert.resolved'],
      ['later', 'alert.opened'],
    ]);
  },
);

it(
  'editing a silence notifies of alerts that it no longer matches and keeps others silenced',
  SLOW_TEST,
  async () => {
    const { domain_id, send, silence, silenced, change } = await createSilencedDomain();
    const of = (...keys: string[]) => ({ filter: [{ k: 'event_key', v: keys, o: 'in' }] });
    const silence_id = await silence(of('disk', 'cpu'));
    await send(alarm('disk'), alarm('cpu'), alarm('net'));
    await silenced(2);
    await waitForCount(1);
    await change('PUT', silence_id, of('disk'));
    await waitForCount(2);
    expect(receivedChanges()).toEqual([
      ['net', 'alert.opened'],
      ['cpu', 'alert.opened'],
    ]);
    const left = () =>
      sql(service.databaseUrl, 'select from silenced_alert where domain_id = $1', [domain_id]);
    expect(await left()).toHaveLength(1);
    // The window of the silence closes, so the remaining notification is sent.
    await change('PUT', silence_id, {
      weekly: { days: [otherWeekday()], from: '00:00', to: '01:00', timezone: 'UTC' },
    });
    await waitForCount(3);
    expect(await left()).toHaveLength(0);
  },
);

it('an alert that escalates beyond what is silenced is notified at once', SLOW_TEST, async () => {
  const { send, silence, silenced } = await createSilencedDomain();
  await silence({ filter: [{ k: 'severity', v: 'CRITICAL', o: 'lt' }] });
  await send(alarm('disk'));
  await silenced(1);
  await send(alarm('disk', { severity: 'CRITICAL' }));
  await waitForCount(1);
  // The opening, because it had not been sent before.
  expect(receivedChanges()).toEqual([['disk', 'alert.opened']]);
  expect(receiver.received[0]?.body.data.alert).toMatchObject({ event_key: 'disk', severity: 'CRITICAL' });
});

it('an alert stays silenced if only one of its two silences ends', SLOW_TEST, async () => {
  const { domain_id, send, silence, silenced, change } = await createSilencedDomain();
  const [short, long] = [await silence({ ends_at: 'now + 2h' }), await silence()];
  await send(alarm('disk'));
  expect(await silenced(1)).toMatchObject([{ silence_id: short }]);
  await change('DELETE', short);
  await until(
    () =>
      sql<{ kept: string }>(
        service.databaseUrl,
        `select count(*) filter (where look_at > clock_timestamp())::text as kept from silenced_alert where domain_id = $1`,
        [domain_id],
      ),
    ([row]) => row?.kept === '1',
  );
  expect(receiver.received).toEqual([]);
  await change('DELETE', long);
  await waitForCount(1);
});

it('each alert is notified under one id if the worker is killed while silences end', SLOW_TEST, async () => {
  const { send, silence, silenced, change } = await createSilencedDomain();
  const keys = Array.from({ length: 40 }, (_, n) => `key-${n}`);
  const silence_id = await silence();
  await send(...keys.map((key) => alarm(key)));
  await silenced(40);
  const others = await Promise.all(
    [1, 2].map(() => startWorker({ databaseUrl: service.databaseUrl, env: ENV })),
  );
  try {
    await change('PUT', `${silence_id}/expire`);
    await until(
      async () => receiver.received.length,
      (count) => count > 0,
    );
    await service.worker.kill();
    await until(
      async () => {
        await expireLeases(service.databaseUrl);
        return new Set(receivedChanges().map(([key]) => key)).size;
      },
      (count) => count === 40,
      60_000,
    );
    const ids = new Map(receiver.received.map(({ id, body }) => [id, body.data.alert.event_key]));
    expect([...ids.values()].toSorted()).toEqual(keys.toSorted());
  } finally {
    await Promise.all(others.map((worker) => worker.kill()));
  }
});

function otherWeekday(): string {
  return ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'][(new Date().getUTCDay() + 3) % 7] ?? 'SUN';
}
