import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createWebhook, until } from '../client.js';
import { createTestDomain, notificationUrl } from '../notified-domain.js';
import { startReceiver, type Receiver } from '../receiver.js';
import type { Service } from '../service.js';
import { slowness } from '../slowness.js';

const DURATION_MS = 5_000;
const ENDLESS =
  '$contains(data.alert.title, "abab") ? $reduce([1..9000000], function($a, $b) { $a + $b }) : {}';
const longSecret = () => Array.from({ length: 350 }, (_, n) => `word-${n}-x`).join(' ');

/** Records that make the notifications of a domain expensive: a name, how many to create, and the request for each. */
const ATTACKS: readonly (readonly [string, number, (n: number, url: string) => readonly [string, object]])[] =
  [
    [
      'many silences',
      300,
      (n) => [
        'silences',
        {
          reason: 'r',
          ends_at: 'now + 1d',
          filter: [{ k: 'title', v: `(a|b|ab)*(a|ab)*${n}$`, o: 'regex' }],
        },
      ],
    ],
    ['many subscriptions', 60, (_n, url) => ['subscriptions', subscription(url)]],
    ['endless templates', 30, (_n, url) => ['subscriptions', { ...subscription(url), template: ENDLESS }]],
    [
      'long secrets that a receiver repeats',
      20,
      (_n, url) => [
        'subscriptions',
        subscription(url, {
          headers: { 'x-one': longSecret(), 'x-two': longSecret(), 'x-three': longSecret() },
        }),
      ],
    ],
  ];
const subscription = (url: string, more: object = {}) => ({
  protocol_id: 'webhook',
  options: { url, ...more },
});

let service: Service;
let [good, evil]: Receiver[] = [];

/** Returns the milliseconds from each alarm of another tenant to its notification, while the attacker posts alarms. */
async function measureDelays(domain_id: string): Promise<readonly number[]> {
  const neighbour = await createTestDomain(service, good as Receiver, {
    template: '{"key": data.alert.event_key}',
  });
  const { path } = await createWebhook(service.api.url, 'direct', domain_id);
  const posted = new Map<string, number>();
  const received = new Map<string, number>();
  (good as Receiver).answer = ({ body }, response) => {
    received.set((body as unknown as { key: string }).key, performance.now());
    response.writeHead(204).end();
  };
  const end = performance.now() + DURATION_MS;
  await Promise.all([
    (async () => {
      for (let n = 0; performance.now() < end; n += 1) {
        const alarm = { event_key: `k${n}`, title: 'ab'.repeat(200), severity: 'ERROR' };
        await call('POST', service.api.url + path, alarm, {});
        await sleep(50);
      }
    })(),
    (async () => {
      for (let n = 0; performance.now() < end; n += 1) {
        posted.set(`good ${n}`, performance.now());
        await neighbour.send({ event_key: `good ${n}`, title: 't', severity: 'ERROR' });
        await sleep(100);
      }
    })(),
  ]);
  await until(
    () => Promise.resolve(received.size),
    (size) => size >= posted.size,
    60_000,
  );
  return [...posted].map(([key, sent]) => (received.get(key) ?? Number.POSITIVE_INFINITY) - sent);
}

/** Attacks with expensive notifications. The receivers are on this machine. */
export function attackByNotifications(target: () => Service): void {
  beforeAll(async () => {
    service = target();
    [good, evil] = await Promise.all([startReceiver(), startReceiver()]);
    if (evil)
      evil.answer = ({ headers }, response) => void response.writeHead(400).end(JSON.stringify(headers));
  });
  afterAll(() => Promise.all([good?.close(), evil?.close()]));

  it.each(ATTACKS)(
    '%s do not delay notifications of other tenants',
    { timeout: 120_000 },
    async (_what, number, make) => {
      const domain_id = `evil-${crypto.randomUUID()}`;
      const create = (path: string, body: object) =>
        call('POST', notificationUrl(service, path), { domain_id, name: crypto.randomUUID(), ...body });
      const evilSubscription = await create('subscriptions', subscription(evil?.url ?? ''));
      expect(evilSubscription.status).toBe(201);
      for (let n = 0; n < number; n += 1)
        expect((await create(...make(n, evil?.url ?? ''))).status).toBe(201);
      const before = slowness();
      const delays = await measureDelays(domain_id);
      const slow = Math.max(before, slowness());
      for (const path of ['subscriptions', 'silences'] as const) {
        const list = `${path}/search`;
        const { body } = await call<{ results: Record<string, string>[] }>(
          'POST',
          notificationUrl(service, list),
          {
            domain_id,
          },
        );
        const one = path.slice(0, -1);
        for (const found of body.results)
          await call(
            'DELETE',
            notificationUrl(service, `${one}/${found[`${one}_id`]}?domain_id=${domain_id}`),
          );
      }
      expect(Math.max(...delays) / slow).toBeLessThan(2_500);
    },
  );
}
