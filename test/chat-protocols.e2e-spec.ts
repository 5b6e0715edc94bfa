import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTING_KEY, startPagerDuty, startTeams } from './chat-receivers.js';
import { call, until } from './client.js';
import { createTestDomain, alarm, notificationUrl, recovery } from './notified-domain.js';
import { startService, type Service } from './service.js';
import { SLACK_TOKEN, startSlack } from './slack-double.js';
import { sql } from './sql.js';

const SLOW_TEST = { timeout: 90_000 };
const HOSTILE = '<!channel> @here *bold* [a](https://evil.example) & <b>\r\nline two';

let service: Service;
let slack: Awaited<ReturnType<typeof startSlack>>;
let teams: Awaited<ReturnType<typeof startTeams>>;
let pagerDuty: Awaited<ReturnType<typeof startPagerDuty>>;
beforeAll(async () => {
  [service, slack, teams, pagerDuty] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startSlack(),
    startTeams(),
    startPagerDuty(),
  ]);
});
afterAll(async () => {
  for (const receiver of [slack, teams, pagerDuty]) receiver?.close();
  await service?.stop();
});

const subscribed = (protocol_id: string, options: object) =>
  createTestDomain(service, { url: '', secrets: [] }, { protocol_id, options });
const bySlackToken = () => ({ token: SLACK_TOKEN, channel: '#alerts', api_url: slack.api_url });
const count = (list: readonly unknown[], expected: number) =>
  until(
    async () => list.length,
    (length) => length === expected,
    40_000,
  );

describe('Slack', () => {
  it('posts one message per alert, edits it on recovery and replies in its thread', SLOW_TEST, async () => {
    slack.messages.length = 0;
    const { domain_id, subscription, send, notifications } = await subscribed('slack', bySlackToken());
    await send(alarm('disk', { title: HOSTILE }));
    await count(slack.messages, 1);
    // The reference to the message is stored together with the result of the attempt.
    await until(notifications, ([first]) => first?.state === 'SENT');
    await send({ ...recovery('disk'), title: HOSTILE });
    await count(slack.messages, 2);
    await until(notifications, (all) => all.length === 2 && all.every(({ state }) => state === 'SENT'));

    const [message, reply] = slack.messages;
    expect(message).toMatchObject({
      edits: 1,
      text: expect.stringContaining('Resolved: &lt;!channel&gt;'),
    });
    expect(message).not.toHaveProperty('thread_ts');
    expect(reply).toMatchObject({ thread_ts: message?.ts, edits: 0 });
    for (const { text } of slack.messages) expect(text).not.toMatch(/[<>\n]|@here/);
    const path = `${notificationUrl(service, `subscription/${subscription.subscription_id}`)}?domain_id=${domain_id}`;
    const shown = await call('GET', path);
    expect(JSON.stringify(shown.body)).not.toContain(SLACK_TOKEN);
    expect(shown.body).toMatchObject({ options: { token: '***', channel: '#alerts' } });
  });

  it(
    'posts one message, after the pause that Slack asks for, if an attempt is answered with 429',
    SLOW_TEST,
    async () => {
      slack.messages.length = 0;
      slack.interruptions.push({ status: 429, headers: { 'retry-after': '6' } });
      const { send, notifications, notification } = await subscribed('slack', bySlackToken());
      await send(alarm('disk'));
      await count(slack.messages, 1);
      const [sent] = await until(notifications, ([first]) => first?.state === 'SENT');
      const { attempts } = await notification(String(sent?.notification_id));
      expect(attempts.map(({ status }) => status)).toEqual([429, 200]);
      const [first = 0, second = 0] = attempts.map(({ at }) => Date.parse(at));
      expect(second - first).toBeGreaterThanOrEqual(6_000);
    },
  );

  it('fails a notification at once with the reason if Slack rejects it', SLOW_TEST, async () => {
    const { send, notifications } = await subscribed('slack', { ...bySlackToken(), channel: '#nowhere' });
    await send(alarm('disk'));
    const [failed] = await until(notifications, ([first]) => first?.state === 'FAILED');
    expect(failed?.reason).toBe('Slack answered channel_not_found');
  });

  it('posts each change separately through an incoming webhook', SLOW_TEST, async () => {
    slack.messages.length = 0;
    const { domain_id, subscription, send } = await subscribed('slack', { webhook_url: slack.webhook_url });
    await send(alarm('disk', { title: HOSTILE }));
    await count(slack.messages, 1);
    await send({ ...recovery('disk'), title: HOSTILE });
    await until(
      async () => slack.messages.at(-1)?.text ?? '',
      (text) => text.includes('Resolved'),
      40_000,
    );
    expect(slack.messages.every(({ edits }) => edits === 0)).toBe(true);
    const verified = await call(
      'POST',
      notificationUrl(service, `subscription/${subscription.subscription_id}/verify`),
      {
        domain_id,
      },
    );
    expect(verified.body).toMatchObject({ ok: true, status: 200, answer: 'ok' });
  });
});

describe('Teams', () => {
  it('gets a card for each change', SLOW_TEST, async () => {
    const { send, notifications } = await subscribed('teams', { url: teams.url });
    await send(alarm('disk', { title: HOSTILE }));
    await count(teams.accepted, 1);
    await send({ ...recovery('disk'), title: HOSTILE });
    await count(teams.accepted, 2);
    await until(notifications, (all) => all.every(({ state }) => state === 'SENT'));
    expect(JSON.stringify(teams.accepted[0])).toContain('Opened: <!channel> @here *bold*');
    expect(JSON.stringify(teams.accepted[1])).toContain('Resolved: <!channel>');
  });
});

describe('PagerDuty', () => {
  const subscribe = () => subscribed('pagerduty', { routing_key: ROUTING_KEY, url: pagerDuty.url });
  beforeEach(() => void (pagerDuty.accepted.length = 0));

  it('has one incident for an alert, which is acknowledged and resolved', SLOW_TEST, async () => {
    const { domain_id, send } = await subscribe();
    await send(alarm('disk', { title: HOSTILE }));
    await count(pagerDuty.accepted, 1);
    const [trigger] = pagerDuty.accepted;
    const alert_id = String(trigger?.dedup_key);
    const url = `${service.api.url}/monitoring/v1/alert/${alert_id}/acknowledge`;
    expect((await call('PUT', url, { domain_id })).status).toBe(200);
    await count(pagerDuty.accepted, 2);
    await send(recovery('disk'));
    await count(pagerDuty.accepted, 4);
    expect(pagerDuty.accepted.map(({ event_action, dedup_key }) => [event_action, dedup_key])).toEqual([
      ['trigger', alert_id],
      ['acknowledge', alert_id],
      // In case another incident took the place of the acknowledged one.
      ['resolve', `${alert_id}:2`],
      ['resolve', alert_id],
    ]);
    expect(trigger?.payload).toMatchObject({
      severity: 'error',
      summary: expect.stringContaining('Opened: <!channel>'),
    });
  });

  it('fails a notification at once with the reason if the routing key is invalid', SLOW_TEST, async () => {
    const options = { routing_key: 'x'.repeat(32), url: pagerDuty.url };
    const { domain_id, send, notifications } = await subscribed('pagerduty', options);
    await send(alarm('disk'));
    const [failed] = await until(notifications, ([first]) => first?.state === 'FAILED');
    expect(failed?.reason).toBe("answered 400: Event object is invalid; 'routing_key' is invalid");
    const [usage] = await sql<{ consumed: number }>(
      service.databaseUrl,
      `select consumed::int from quota_usage where domain_id = $1 and protocol_id = 'pagerduty'`,
      [domain_id],
    );
    expect(usage?.consumed).toBe(1);
  });
});
