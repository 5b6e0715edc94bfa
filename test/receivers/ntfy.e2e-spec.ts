import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from '../client.js';
import { alarm, createTestDomain, notificationUrl, recovery } from '../notified-domain.js';
import { startNtfy } from './ntfy.js';
import { SCENARIO, startScenarios } from './scenarios.js';

const HOSTILE = '<b>bold</b> [a](https://evil.example) =?UTF-8?B?aGk=?= 🔥';

let scenarios: Awaited<ReturnType<typeof startScenarios>>;
let ntfy: Awaited<ReturnType<typeof startNtfy>>;
beforeAll(async () => {
  ntfy = await startNtfy();
  scenarios = await startScenarios();
});
afterAll(async () => {
  await scenarios?.stop();
  ntfy?.close();
});

async function createDomain(options: object, more: object = {}) {
  const fields = { protocol_id: 'ntfy', options, ...more };
  const domain = await createTestDomain(scenarios.service, { url: '', secrets: [] }, fields);
  const { domain_id, subscription } = domain;
  const url = notificationUrl(scenarios.service, `subscription/${subscription.subscription_id}`);
  return {
    ...domain,
    waitForSent: (count: number) =>
      until(
        domain.notifications,
        (all) => all.filter(({ state }) => state === 'SENT').length >= count,
        40_000,
      ),
    verify: async () => (await call('POST', `${url}/verify`, { domain_id })).body,
    getSubscription: async () => (await call('GET', `${url}?domain_id=${domain_id}`)).body,
  };
}

it.concurrent('a phone shows the newest state of an alert, as loud as it is severe', SCENARIO, async () => {
  const { topic, withToken } = ntfy.createTopic();
  const { send, waitForSent } = await createDomain(withToken);
  await send(alarm('disk', { title: HOSTILE }));
  await waitForSent(1);
  await send(alarm('disk', { title: HOSTILE, severity: 'CRITICAL' }));
  await waitForSent(2);
  await send({ ...recovery('disk'), title: HOSTILE }, alarm('cpu'));
  await waitForSent(4);
  const ofDisk = ntfy.published(topic).filter(({ title = '' }) => title.includes('bold'));
  expect(ofDisk.map(({ title = '', priority, tags }) => [title.split(':')[0], priority, tags])).toEqual([
    ['Opened', 4, ['orange_circle']],
    ['Escalated from ERROR', 5, ['rotating_light']],
    ['Resolved', 2, ['white_check_mark']],
  ]);
  expect(ofDisk[0]?.title).toContain('<b>bold</b> [a](https://evil.example)');
  expect(ntfy.shown(topic).map(({ title = '' }) => title.split(':')[0])).toEqual(
    expect.arrayContaining(['Resolved', 'Opened', 'Opened']),
  );
  // The recovery has replaced the rise, which had to make a sound and so left the first message where it was.
  expect(ntfy.shown(topic)).toHaveLength(3);
});

it.concurrent('a user with a password publishes too, also the test of verify', SCENARIO, async () => {
  const { topic, withPassword } = ntfy.createTopic();
  const { send, waitForSent, verify } = await createDomain(withPassword);
  expect(await verify()).toMatchObject({ ok: true, status: 200 });
  await send(alarm('disk'));
  await waitForSent(1);
  expect(ntfy.published(topic).map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Test: /),
    'Opened: disk',
  ]);
});

it.concurrent('a digest of many long titles is shortened to what ntfy shows', SCENARIO, async () => {
  const { topic, withToken } = ntfy.createTopic();
  const group = { by: ['severity'], wait: 3, interval: 60 };
  const { send, waitForSent } = await createDomain(withToken, { group });
  await send(...Array.from({ length: 40 }, (_, n) => alarm(`${n}`, { title: '"🔥'.repeat(120) })));
  await waitForSent(40);
  const digests = ntfy.published(topic).filter(({ message = '' }) => message.includes('🔥'));
  expect(digests).toMatchObject([
    { title: expect.stringContaining('Digest: 40 notifications'), priority: 4 },
  ]);
});

it.concurrent('a wrong token fails at once with the reason, and no secret is shown', SCENARIO, async () => {
  const { topic, withToken } = ntfy.createTopic();
  const token = 'tk_wrongwrongwrongwrongwrongwrong';
  const domain = await createDomain({ ...withToken, token });
  const { send, notifications, notification, verify, getSubscription } = domain;
  await send(alarm('disk'));
  const [failed] = await until(notifications, ([first]) => first?.state === 'FAILED');
  expect(failed?.reason).toBe('answered 401: unauthorized');
  const shown = await getSubscription();
  expect(shown).toMatchObject({ options: { topic: '***', token: '***', server_url: withToken.server_url } });
  const seen = JSON.stringify([shown, await verify(), await notification(String(failed?.notification_id))]);
  for (const secret of [token, topic]) expect(seen).not.toContain(secret);
});

it.concurrent('a topic that the user may not write to fails with the reason', SCENARIO, async () => {
  const { withToken } = ntfy.createTopic();
  const { send, notifications } = await createDomain({ ...withToken, topic: 'topic-of-others' });
  await send(alarm('disk'));
  const [failed] = await until(notifications, ([first]) => first?.state === 'FAILED');
  expect(failed?.reason).toBe('answered 403: forbidden');
});

it.concurrent(
  'a server that is asked too often is asked again after a pause, and its answer shows no topic',
  SCENARIO,
  async () => {
    const strict = await startNtfy();
    try {
      strict.limits.throttled = 1;
      const { topic, withToken } = strict.createTopic();
      const { send, waitForSent, notification } = await createDomain(withToken);
      await send(alarm('disk'));
      const [sent] = await waitForSent(1);
      const shown = await notification(String(sent?.notification_id));
      expect(shown.attempts.map(({ status }) => status)).toEqual([429, 200]);
      const [first = 0, second = 0] = shown.attempts.map(({ at }) => Date.parse(at));
      expect(second - first).toBeGreaterThanOrEqual(4_000);
      expect(strict.published(topic)).toHaveLength(1);
      expect(JSON.stringify(shown)).not.toContain(topic);
    } finally {
      strict.close();
    }
  },
);

it('options that do not fit together are refused with 400, which names them', SCENARIO, async () => {
  for (const [options, named] of [
    [{}, 'topic'],
    [{ topic: 'alerts of ops' }, 'topic'],
    [{ topic: 'alerts', username: 'jane' }, 'options.password'],
    [{ topic: 'alerts', server_url: 'http://10.0.0.1' }, 'options.server_url'],
  ] as const) {
    const { status, body } = await call('POST', notificationUrl(scenarios.service, 'subscriptions'), {
      ...{ domain_id: 'd-ntfy', name: crypto.randomUUID(), protocol_id: 'ntfy', options },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(named);
  }
});

it('no log has a secret', () => {
  const { api, worker } = scenarios.service;
  expect(worker.logs()).not.toBe('');
  expect(api.logs() + worker.logs()).not.toContain(ntfy.token);
});
