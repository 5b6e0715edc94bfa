import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { call, until } from '../client.js';
import { alarm, createTestDomain, notificationUrl, recovery } from '../notified-domain.js';
import { freePort } from '../ports.js';
import { startReceiver } from '../receiver.js';
import { startService, type Service } from '../service.js';

const LONG_TEST = { timeout: 120_000 };
const ALERTS = 40;

let service: Service;
beforeAll(async () => void (service = await startService({ NOTIFICATION_ALLOW: '127.0.0.1' })));
afterAll(() => service?.stop());

const alarms = (count: number) => Array.from({ length: count }, (_, n) => alarm(`disk ${n}`));
const critical = alarm('data centre', { severity: 'CRITICAL' });

interface Health {
  readonly failures: number;
  readonly failing: boolean;
}

/** A receiver, a subscription to it, and another subscription that is told if the first one fails. */
async function createWatchedDomain() {
  const [receiver, watcher] = await Promise.all([startReceiver(), startReceiver()]);
  onTestFinished(() => Promise.all([receiver.close(), watcher.close()]).then(() => undefined));
  const domain = await createTestDomain(service, receiver, { kinds: ['alert.opened', 'alert.resolved'] });
  await domain.subscribe({ kinds: ['subscription.failing'], options: { url: watcher.url } });
  const { domain_id, subscription } = domain;
  const path = notificationUrl(service, `subscription/${subscription.subscription_id}`);
  return {
    ...domain,
    receiver,
    watcher,
    path,
    readSubscription: async () =>
      (await call<{ state: string; health: Health }>('GET', `${path}?domain_id=${domain_id}`)).body,
  };
}

/** Slack with its documented limit: one message a second and channel, then 429 with `Retry-After: 1`. */
async function startLimitedSlack() {
  const shown: string[] = [];
  let refused = 0;
  let last = -Infinity;
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (performance.now() - last < 900) {
        refused += 1;
        return response.writeHead(429, { 'retry-after': '1' }).end();
      }
      last = performance.now();
      shown.push((JSON.parse(body.toString()) as { text: string }).text);
      const answer = { ok: true, channel: 'C1', ts: String(shown.length) };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const options = { token: 'xoxb-1', channel: 'C1', api_url: `http://127.0.0.1:${port}/api` };
  return { options, shown, countRefused: () => refused };
}

it(
  'a storm does not keep the CRITICAL alert from a Slack channel, and every alert is shown',
  LONG_TEST,
  async () => {
    const slack = await startLimitedSlack();
    const subscribe = { protocol_id: 'slack', options: slack.options, kinds: ['alert.opened'] };
    const { send, notifications } = await createTestDomain(service, { url: '', secrets: [] }, subscribe);
    await send(...alarms(ALERTS), critical);
    await until(
      async () => slack.shown.length,
      (count) => count > ALERTS,
      70_000,
    );
    // Those before it were shown before it had happened.
    const [soon] = slack.shown.flatMap((text, at) => (text.includes('data centre') ? [at] : []));
    expect(soon).toBeLessThan(6);
    expect(new Set(slack.shown).size).toBe(ALERTS + 1);
    await until(notifications, (all) => all.every(({ state }) => state === 'SENT'));
    expect(slack.countRefused()).toBeLessThan(5);
  },
);

it('two subscriptions to one Slack channel delay each other, but neither fails', LONG_TEST, async () => {
  const slack = await startLimitedSlack();
  const fields = { protocol_id: 'slack', options: slack.options, kinds: ['alert.opened'] };
  const domain = await createTestDomain(service, { url: '', secrets: [] }, fields);
  const { domain_id, subscription } = domain;
  await domain.subscribe(fields);
  await domain.send(...alarms(8));
  await until(
    domain.notifications,
    (all) => all.length === 16 && all.every(({ state }) => state === 'SENT'),
    80_000,
  );
  expect(slack.shown).toHaveLength(16);
  const path = notificationUrl(
    service,
    `subscription/${subscription.subscription_id}?domain_id=${domain_id}`,
  );
  expect((await call<{ health: Health }>('GET', path)).body.health).toMatchObject({
    failures: 0,
    failing: false,
  });
});

it(
  'a receiver that is away for four seconds is told everything within a minute, the CRITICAL first',
  LONG_TEST,
  async () => {
    const { receiver, send, notifications } = await createWatchedDomain();
    const told: string[] = [];
    const sent = performance.now();
    let isCriticalAttempted = false;
    receiver.answer = ({ body }, response) => {
      const { event_key } = body.data.alert;
      // A slow machine needs longer until the CRITICAL alert can be told of at all.
      const isAway = performance.now() - sent < 4_000 || !isCriticalAttempted;
      isCriticalAttempted ||= event_key === 'data centre';
      if (!isAway) told.push(event_key);
      response.writeHead(isAway ? 503 : 204).end();
    };
    await send(...alarms(ALERTS), critical);
    await until(
      notifications,
      (all) => all.length > ALERTS && all.every(({ state }) => state === 'SENT'),
      60_000,
    );
    expect(told[0]).toBe('data centre');
    expect(told).toHaveLength(ALERTS + 1);
  },
);

it(
  'an alert that ended while its receiver refused everything is not told of when it works again',
  LONG_TEST,
  async () => {
    const { receiver, send, notifications } = await createWatchedDomain();
    let isWorking = false;
    receiver.answer = (_, response) => void response.writeHead(isWorking ? 204 : 401).end();
    await send(alarm('ended'), alarm('open'));
    await until(notifications, (all) => all.filter(({ state }) => state === 'FAILED').length === 2);
    await send(recovery('ended'));
    await until(notifications, (all) => all.some(({ state }) => state === 'CANCELLED'));
    isWorking = true;
    receiver.received.length = 0;
    await send(alarm('new'));
    await until(notifications, (all) => all.filter(({ state }) => state === 'SENT').length === 2, 30_000);
    // Another round of the watch.
    await sleep(6_000);
    expect(
      receiver.received.map(({ body }) => `${body.type} ${body.data.alert.event_key}`).toSorted(),
    ).toEqual(['alert.opened new', 'alert.opened open']);
  },
);

it('a revoked token is noticed, and what it lost is told when there is a new one', LONG_TEST, async () => {
  const { domain_id, receiver, watcher, path, send, notifications, readSubscription } =
    await createWatchedDomain();
  receiver.answer = ({ headers }, response) =>
    void response.writeHead(headers['authorization'] === 'Bearer new' ? 204 : 401).end();
  await send(...alarms(10));
  await until(
    async () => watcher.received.map(({ body }) => body),
    ([notice]) => notice !== undefined,
    30_000,
  );
  expect(watcher.received[0]?.body.data).toMatchObject({
    title: expect.stringMatching(/cannot be told: answered 401$/),
  });
  const { health } = await readSubscription();
  expect(health.failing).toBe(true);
  expect(health.failures).toBeGreaterThanOrEqual(5);
  expect((await notifications()).filter(({ state }) => state === 'FAILED').length).toBeGreaterThan(0);

  receiver.received.length = 0;
  const options = { url: receiver.url, headers: { authorization: 'Bearer new' } };
  expect((await call('PUT', path, { domain_id, options })).status).toBe(200);
  const told = (all: readonly { readonly kind: string; readonly state: string }[]) =>
    all.filter(({ kind }) => kind === 'alert.opened').every(({ state }) => state === 'SENT');
  await until(notifications, told, 60_000);
  expect(new Set(receiver.received.map(({ body }) => body.data.alert.event_key)).size).toBe(10);
  expect(receiver.received).toHaveLength(10);
  expect((await readSubscription()).health).toMatchObject({ failures: 0, failing: false });
});

it(
  'others hear that a subscription was disabled by itself, and it is told what it missed once it is enabled',
  LONG_TEST,
  async () => {
    const { domain_id, receiver, watcher, path, send, notifications, readSubscription } =
      await createWatchedDomain();
    receiver.answer = (_, response) => void response.writeHead(410).end();
    await send(alarm('disk'));
    await until(
      async () => watcher.received.length,
      (count) => count === 1,
      30_000,
    );
    expect(watcher.received[0]?.body.data).toMatchObject({
      title: expect.stringMatching(/is disabled and is told nothing: The receiver answered 410 Gone$/),
    });
    expect(await readSubscription()).toMatchObject({ state: 'DISABLED', health: { failing: true } });
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await call('PUT', `${path}/enable`, { domain_id });
    await until(notifications, (all) => all.every(({ state }) => state === 'SENT'), 30_000);
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['alert.opened', 'alert.opened']);
  },
);
