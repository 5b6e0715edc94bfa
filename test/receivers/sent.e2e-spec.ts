import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, until } from '../client.js';
import { alarm, createTestDomain, notificationUrl, recovery, type Subscription } from '../notified-domain.js';
import { startApi, startWorker, type AppUnderTest } from '../processes.js';
import { startReceiver } from '../receiver.js';
import { failFirst, SCENARIO, startScenarios, WORKER_ENV } from './scenarios.js';

/*
 * What people fear of a system that sends notifications: that it sends them twice, in the wrong order, late because of others,
 * or to where they must not go. Two workers send them here.
 * Elsewhere: receivers that drip, flood, redirect or hang up, and a domain whose receivers all hang
 * (failing-receivers.e2e-spec.ts); workers that are killed between claim and result (killed-sender.e2e-spec.ts); a receiver
 * that was down, circles, and rotated secrets (notifications.e2e-spec.ts); templates that fail (templates.e2e-spec.ts);
 * headers and markup in titles (email.e2e-spec.ts, chat-protocols.e2e-spec.ts).
 */

let scenarios: Awaited<ReturnType<typeof startScenarios>>;
let secondWorker: AppUnderTest;
beforeAll(async () => {
  scenarios = await startScenarios();
  secondWorker = await startWorker({ databaseUrl: scenarios.service.databaseUrl, env: WORKER_ENV });
});
afterAll(async () => {
  await secondWorker?.kill();
  await scenarios?.stop();
});

const createDomain = (fields?: object) => scenarios.createDomain(fields);
const OPENED = 'alert.opened';

describe.concurrent('a notification', () => {
  it('of a resolution follows that of the opening, although this one failed first', SCENARIO, async () => {
    const { receiver, send, hurry, told, waitForTold } = await createDomain();
    failFirst(receiver, 503);
    await send(alarm('disk'));
    await waitForTold(1);
    await send(recovery('disk'), alarm('other'));
    await until(
      async () => told(),
      (all) => all.some(([key]) => key === 'other'),
    );
    expect(told()).not.toContainEqual(['disk', 'alert.resolved']);
    await hurry();
    const ofDisk = (await waitForTold(4)).filter(([key]) => key === 'disk');
    expect(ofDisk.map(([, kind]) => kind)).toEqual([OPENED, OPENED, 'alert.resolved']);
  });

  it('of each of many changes comes in their order', SCENARIO, async () => {
    const { send, waitForTold } = await createDomain();
    const rising = ['INFO', 'WARNING', 'ERROR', 'CRITICAL'].map((severity) => alarm('disk', { severity }));
    await send(...rising, recovery('disk'));
    expect((await waitForTold(5)).map(([, kind]) => kind)).toEqual([
      OPENED,
      'alert.escalated',
      'alert.escalated',
      'alert.escalated',
      'alert.resolved',
    ]);
  });

  it('is sent once by two workers', SCENARIO, async () => {
    const { receiver, send, waitForTold, waitForState } = await createDomain();
    const keys = Array.from({ length: 60 }, (_, n) => `key ${n}`);
    await send(...keys.map((key) => alarm(key)));
    await waitForState('SENT', 50);
    const all = await waitForTold(keys.length);
    expect(all.map(([key]) => key).toSorted()).toEqual(keys.toSorted());
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(keys.length);
  });

  it('of an alarm that its sender repeats is sent once', SCENARIO, async () => {
    const { send, waitForTold } = await createDomain();
    await send(alarm('disk'), alarm('disk'), alarm('disk'), alarm('later'));
    expect(await waitForTold(2)).toEqual([
      ['disk', OPENED],
      ['later', OPENED],
    ]);
  });

  it('is not sent for the recovery of an alert that never was', SCENARIO, async () => {
    const { send, notifications } = await createDomain();
    await send(recovery('ghost'), alarm('later'));
    const found = await until(notifications, (all) => all.some(({ title }) => title === 'later'));
    expect(found.map(({ title }) => title)).toEqual(['later']);
  });

  it('is sent again for an alert that opens again', SCENARIO, async () => {
    const { send, waitForTold } = await createDomain();
    await send(alarm('disk'), recovery('disk'));
    await waitForTold(2);
    await send(alarm('disk'));
    const kinds = (await waitForTold(3)).map(([, kind]) => kind);
    expect(kinds).toEqual([OPENED, 'alert.resolved', expect.stringMatching(/^alert\.(opened|reopened)$/)]);
  });

  it('goes to the new address if that is changed while it waits', SCENARIO, async () => {
    const { receiver, send, change, hurry, told, waitForTold, waitForState } = await createDomain();
    receiver.answer = (_, response) => void response.writeHead(503).end();
    const corrected = await startReceiver();
    try {
      await send(alarm('disk'));
      await waitForTold(1);
      await change('', { options: { url: corrected.url } });
      await hurry();
      await waitForState('SENT', 1);
      expect(corrected.received.map(({ id }) => id)).toEqual([receiver.received[0]?.id]);
      expect(told()).toHaveLength(1);
    } finally {
      await corrected.close();
    }
  });

  it('has no header from a sender', SCENARIO, async () => {
    const { receiver, send, notifications, waitForTold } = await createDomain();
    const forged = 'x\r\nwebhook-id: forged\r\nx-forged: 1';
    await send(alarm(forged, { resource: { name: forged } }));
    await waitForTold(1);
    const [sent] = await notifications();
    expect(receiver.received[0]?.id).toBe(sent?.notification_id);
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-forged');
  });

  it('keeps its id and has a valid signature of its time in each attempt', SCENARIO, async () => {
    // The receiver refuses what is not signed, and what is signed for another time than now.
    const { receiver, send, hurry, waitForTold, waitForState } = await createDomain();
    receiver.answer = (_, response) =>
      void response.writeHead(receiver.received.length < 3 ? 503 : 204).end();
    await send(alarm('disk'));
    for (const count of [1, 2]) {
      await waitForTold(count);
      await until(
        async () => {
          await hurry();
          return receiver.received.length;
        },
        (length) => length > count,
      );
    }
    await waitForState('SENT', 1);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('that waits while the secret is rotated is signed with both secrets', SCENARIO, async () => {
    const { domain_id, subscription, receiver, send, hurry, waitForTold } = await createDomain();
    failFirst(receiver, 503);
    await send(alarm('disk'));
    await waitForTold(1);
    const path = notificationUrl(scenarios.service, `subscription/${subscription.subscription_id}/rotate`);
    const rotated = await call<Subscription>('PUT', path, { domain_id, grace_seconds: 3_600 });
    // The receiver forgets the old secret at once.
    receiver.secrets = [rotated.body.signing_secret];
    await until(
      async () => {
        await hurry();
        return receiver.received.length;
      },
      (length) => length === 2,
    );
    expect(receiver.received.map(({ signature }) => signature.split(' ').length)).toEqual([1, 2]);
  });
});

describe.concurrent('a receiver', () => {
  it('that hangs delays no other subscription', SCENARIO, async () => {
    const { receiver, subscribe, send, notifications } = await createDomain();
    receiver.answer = () => undefined;
    const quick = await startReceiver();
    try {
      await subscribe({ options: { url: quick.url } });
      const sentAt = performance.now();
      await send(...Array.from({ length: 20 }, (_, n) => alarm(`${n}`)));
      await until(
        async () => quick.received.length,
        (length) => length === 20,
      );
      // An attempt that hangs takes 10 s.
      expect(performance.now() - sentAt).toBeLessThan(8_000);
      expect(receiver.received.length).toBeGreaterThan(0);
      expect((await notifications()).filter(({ state }) => state === 'PENDING')).not.toHaveLength(0);
    } finally {
      await quick.close();
    }
  });

  it('that answers slowly gets the notification once', SCENARIO, async () => {
    const { receiver, send, told, waitForState } = await createDomain();
    receiver.answer = (_, response) => void setTimeout(() => response.writeHead(204).end(), 6_000);
    await send(alarm('disk'));
    await waitForState('SENT', 1);
    expect(told()).toHaveLength(1);
  });

  it('that refuses one notification gets those of other alerts', SCENARIO, async () => {
    const { receiver, send, waitForTold, waitForState } = await createDomain();
    failFirst(receiver, 422);
    await send(alarm('refused'));
    expect(await waitForState('FAILED', 1)).toMatchObject([{ title: 'refused', reason: 'answered 422' }]);
    await send(alarm('later'));
    expect((await waitForTold(2)).at(-1)).toEqual(['later', OPENED]);
  });
});

describe.concurrent('an inner address', () => {
  it.each([
    'http://127.0.0.2/',
    'http://2130706434/',
    'http://0x7f.0.0.2/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.2]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://0.0.0.0/',
  ])('such as %s is refused when a subscription is created', async (url) => {
    const { status, body } = await call('POST', notificationUrl(scenarios.service, 'subscriptions'), {
      ...{ domain_id: 'd', name: url, protocol_id: 'webhook', options: { url } },
    });
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'options.url' }] }]);
  });

  it('is refused when the worker connects, even if it was allowed before', SCENARIO, async () => {
    const { databaseUrl } = scenarios.service;
    const api = await startApi({ databaseUrl, env: { NOTIFICATION_ALLOW: '127.0.0.1,127.0.0.2' } });
    const receiver = await startReceiver();
    try {
      const inner = receiver.url.replace('127.0.0.1', '127.0.0.2');
      const service = { ...scenarios.service, api };
      const { send, notifications } = await createTestDomain(service, { url: inner, secrets: [] });
      await send(alarm('disk'));
      const [refused] = await until(notifications, ([first]) => (first?.reason ?? null) !== null);
      expect(refused?.state).toBe('PENDING');
      expect(refused?.reason).toContain('not public');
      expect(receiver.received).toEqual([]);
    } finally {
      await api.kill();
      await receiver.close();
    }
  });
});
