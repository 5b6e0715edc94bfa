import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, until } from '../client.js';
import { alarm, createTestDomain, notificationUrl, recovery } from '../notified-domain.js';
import { startMattermost } from './mattermost.js';
import { SCENARIO, startScenarios } from './scenarios.js';

const HOSTILE = '@channel @here *bold* [a](https://evil.example) <https://evil.example|click> & :fire:';

let scenarios: Awaited<ReturnType<typeof startScenarios>>;
let mattermost: Awaited<ReturnType<typeof startMattermost>>;
beforeAll(async () => {
  mattermost = await startMattermost();
  scenarios = await startScenarios();
});
afterAll(async () => {
  await scenarios?.stop();
  mattermost?.close();
});

async function createDomain(options: object, more: object = {}) {
  const fields = { protocol_id: 'mattermost', options, ...more };
  const domain = await createTestDomain(scenarios.service, { url: '', secrets: [] }, fields);
  const path = `subscription/${domain.subscription.subscription_id}`;
  return {
    ...domain,
    waitForSent: (count: number) =>
      until(
        domain.notifications,
        (all) => all.filter(({ state }) => state === 'SENT').length >= count,
        40_000,
      ),
    verify: async () =>
      (
        await call('POST', notificationUrl(scenarios.service, `${path}/verify`), {
          domain_id: domain.domain_id,
        })
      ).body,
    subscriptionUrl: `${notificationUrl(scenarios.service, path)}?domain_id=${domain.domain_id}`,
  };
}

describe.concurrent('a bot', () => {
  it(
    'posts a message for an alert and another one for its rise, edits it, and adds changes to its thread',
    SCENARIO,
    async () => {
      const { channel_id, asBot } = mattermost.createChannel();
      const { send, waitForSent } = await createDomain(asBot);
      await send(alarm('disk', { title: HOSTILE }));
      await waitForSent(1);
      await send(alarm('disk', { title: HOSTILE, severity: 'CRITICAL' }));
      await waitForSent(2);
      await send({ ...recovery('disk'), title: HOSTILE });
      await waitForSent(3);
      expect(mattermost.shown(channel_id)).toEqual([
        // An edit would notify nobody of the rise.
        { text: expect.stringContaining('Escalated from ERROR'), edits: 1, thread: [] },
        {
          text: expect.stringContaining('✅ Resolved: @\u200bchannel @\u200bhere *bold* [a](https://evil'),
          edits: 1,
          thread: [expect.stringContaining('Resolved')],
        },
      ]);
    },
  );

  it('posts a new message if a person has deleted that of the alert', SCENARIO, async () => {
    const { channel_id, asBot } = mattermost.createChannel();
    const { send, waitForSent } = await createDomain(asBot);
    await send(alarm('disk'));
    await waitForSent(1);
    mattermost.deleteFirst(channel_id);
    await send(recovery('disk'));
    await waitForSent(2);
    expect(mattermost.shown(channel_id)).toEqual([
      { text: expect.stringContaining('Resolved: disk'), edits: 0, thread: [] },
    ]);
  });

  it('with a wrong token fails at once with the reason, which has no secret', SCENARIO, async () => {
    const { asBot } = mattermost.createChannel();
    const token = 'wrong-token-of-the-test';
    const { send, notifications, notification, subscriptionUrl, verify } = await createDomain({
      ...asBot,
      token,
    });
    await send(alarm('disk'));
    const [failed] = await until(notifications, ([first]) => first?.state === 'FAILED');
    expect(failed?.reason).toBe('answered 401: Invalid or expired session, please login again.');
    const seen = [
      await notification(String(failed?.notification_id)),
      await verify(),
      (await call('GET', subscriptionUrl)).body,
    ];
    expect(seen[1]).toMatchObject({ ok: false, status: 401 });
    expect(seen[2]).toMatchObject({ options: { token: '***', channel_id: asBot.channel_id } });
    expect(JSON.stringify(seen)).not.toContain(token);
  });
});

describe.concurrent('an incoming webhook', () => {
  it('gets a message for each change, and the test of verify', SCENARIO, async () => {
    const { channel_id, key, byWebhook } = mattermost.createChannel();
    const domain = await createDomain({ ...byWebhook, username: 'Tocsin' });
    const { send, waitForSent, verify, notifications, subscriptionUrl } = domain;
    expect(await verify()).toMatchObject({ ok: true, status: 200, answer: 'ok' });
    await send(alarm('disk', { title: HOSTILE }));
    await waitForSent(1);
    await send({ ...recovery('disk'), title: HOSTILE });
    await waitForSent(2);
    const shown = mattermost.shown(channel_id);
    expect(shown.map(({ text }) => text.split('\n')[0])).toEqual([
      expect.stringContaining('ℹ️ Test: '),
      expect.stringContaining('🟠 Opened: @\u200bchannel'),
      expect.stringContaining('✅ Resolved: @\u200bchannel'),
    ]);
    expect(shown.every(({ edits, thread }) => edits === 0 && thread.length === 0)).toBe(true);
    expect(mattermost.posts.find((post) => post.channel_id === channel_id)?.username).toBe('Tocsin');
    const seen = JSON.stringify([await notifications(), (await call('GET', subscriptionUrl)).body]);
    expect(seen).toContain('"url":"***"');
    expect(seen).not.toContain(key);
  });

  it('gets a digest of many long titles, shortened to what a post may have', SCENARIO, async () => {
    const { channel_id, byWebhook } = mattermost.createChannel();
    const group = { by: ['severity'], wait: 3, interval: 60 };
    const { send, waitForSent } = await createDomain(byWebhook, { group });
    await send(...Array.from({ length: 40 }, (_, n) => alarm(`${n}`, { title: '*🔥'.repeat(120) })));
    await waitForSent(40);
    const digests = mattermost.shown(channel_id).filter(({ text }) => text.includes('🔥'));
    expect(digests).toHaveLength(1);
    expect(digests[0]?.text).toContain('Digest: 40 notifications');
  });

  it('that does not exist fails at once with the reason', SCENARIO, async () => {
    const { key, byWebhook } = mattermost.createChannel();
    const { send, notifications } = await createDomain({ url: byWebhook.url.replace(key, 'unknown') });
    await send(alarm('disk'));
    const [failed] = await until(notifications, ([first]) => first?.state === 'FAILED');
    expect(failed?.reason).toBe('answered 400: Invalid webhook.');
  });

  it('that is asked too often is asked again after the pause, and once', SCENARIO, async () => {
    const strict = await startMattermost();
    try {
      Object.assign(strict.limits, { throttled: 1, retryAfterSeconds: 6 });
      const { channel_id, byWebhook } = strict.createChannel();
      const { send, waitForSent, notification } = await createDomain(byWebhook);
      await send(alarm('disk'));
      const [sent] = await waitForSent(1);
      const { attempts } = await notification(String(sent?.notification_id));
      expect(attempts.map(({ status }) => status)).toEqual([429, 200]);
      const [first = 0, second = 0] = attempts.map(({ at }) => Date.parse(at));
      expect(second - first).toBeGreaterThanOrEqual(6_000);
      expect(strict.shown(channel_id)).toHaveLength(1);
    } finally {
      strict.close();
    }
  });
});

it('options that do not fit together are refused with 400, which names them', SCENARIO, async () => {
  const { asBot, byWebhook } = mattermost.createChannel();
  const create = (options: object) =>
    call('POST', notificationUrl(scenarios.service, 'subscriptions'), {
      ...{ domain_id: 'd-mattermost', name: crypto.randomUUID(), protocol_id: 'mattermost', options },
    });
  for (const [options, named] of [
    [{}, 'options.url'],
    [{ ...byWebhook, ...asBot }, 'options.server_url'],
    [{ ...asBot, channel_id: '#alerts' }, 'channel_id'],
  ] as const) {
    const { status, body } = await create(options);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(named);
    expect(JSON.stringify(body)).not.toContain(mattermost.token);
  }
});

it('no log has a secret', () => {
  const { api, worker } = scenarios.service;
  expect(worker.logs()).not.toBe('');
  expect(api.logs() + worker.logs()).not.toContain(mattermost.token);
});
