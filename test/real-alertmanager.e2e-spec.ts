import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALERTMANAGER, startAlertmanager, webhookReceiver } from './alertmanager.js';
import { call, until } from './client.js';
import { startSenders, type Senders } from './real-senders.js';
import { requireProgram } from './requirements.js';

interface Event {
  readonly event_type: string;
  readonly alert_id: string;
  readonly title: string;
  readonly rule: string;
  readonly severity: string;
  readonly raw_data: { readonly fingerprint: string };
}

const SLOW_TEST = { timeout: 60_000 };
const hasAlertmanager = requireProgram(ALERTMANAGER, `apt-get install ${ALERTMANAGER}`);

let senders: Senders;
beforeAll(async () => void (senders = await startSenders()));
afterAll(() => senders?.stop());

/** Joins receivers of one kind, whose name YAML allows only once: `slack_configs: [a]` and `slack_configs: [b]`. */
function mergeReceivers(receivers: readonly string[]): readonly string[] {
  const byKind = Map.groupBy(receivers, (one) => one.slice(0, one.indexOf(':')));
  return [...byKind].map(
    ([kind, all]) => `${kind}: [${all.map((one) => one.slice(kind.length + 3, -1)).join(', ')}]`,
  );
}

hasAlertmanager('a real Alertmanager', () => {
  it('sends firing and resolved, which become one alert', SLOW_TEST, async () => {
    const { url, events } = await senders.webhook<Event>('prometheus');
    const { port } = await startAlertmanager(senders, 'alertmanager', webhookReceiver(url));
    const address = `http://127.0.0.1:${port}`;
    const post = (alert: object) => call('POST', `${address}/api/v2/alerts`, [alert], {});
    const labels = { alertname: 'DiskFull', instance: 'db1:9100', severity: 'critical' };
    const startsAt = new Date(Date.now() - 60_000).toISOString();
    await post({ labels, startsAt, annotations: { summary: 'The disk of db1 is full' } });
    await until(events, ({ length }) => length === 1);
    await post({ labels, startsAt, endsAt: new Date(Date.now() - 1_000).toISOString() });
    const [recovery, alert] = await until(events, ({ length }) => length === 2);
    expect([alert?.event_type, recovery?.event_type]).toEqual(['ALERT', 'RECOVERY']);
    expect(alert).toMatchObject({
      rule: 'DiskFull',
      severity: 'CRITICAL',
      title: 'The disk of db1 is full',
    });
    expect(recovery?.alert_id).toBe(alert?.alert_id);
    expect(recovery?.raw_data.fingerprint).toBe(alert?.raw_data.fingerprint);
  });

  it('sends firing and resolved through its receivers for chats and pagers', SLOW_TEST, async () => {
    const text = JSON.stringify(
      '[{{ .Status | toUpper }}] {{ .CommonLabels.alertname }} on {{ .CommonLabels.instance }}',
    );
    const receivers: Record<string, readonly [plugin_id: string, (url: string) => string]> = {
      slack: [
        'chat',
        (url) => `slack_configs: [{ api_url: '${url}', channel: '#ops', send_resolved: true }]`,
      ],
      discord: ['chat', (url) => `discord_configs: [{ webhook_url: '${url}', send_resolved: true }]`],
      webex: [
        'chat',
        (url) =>
          `webex_configs: [{ api_url: '${url}', room_id: r, send_resolved: true, message: ${text}, ` +
          `http_config: { authorization: { credentials: none } } }]`,
      ],
      telegram: [
        'chat',
        (url) =>
          `telegram_configs: [{ api_url: '${url}', bot_token: 'a:b', chat_id: -7, send_resolved: true, message: ${text} }]`,
      ],
      slackOfAuto: [
        'auto',
        (url) => `slack_configs: [{ api_url: '${url}', channel: '#ops', send_resolved: true }]`,
      ],
      opsgenie: [
        'opsgenie',
        (url) => `opsgenie_configs: [{ api_url: '${url}', api_key: none, send_resolved: true }]`,
      ],
      pagerduty: [
        'pagerduty',
        (url) => `pagerduty_configs: [{ url: '${url}/v2/enqueue', routing_key: none, send_resolved: true }]`,
      ],
      victorops: [
        'victorops',
        (url) =>
          `victorops_configs: [{ api_url: '${url}/', api_key: none, routing_key: ops, send_resolved: true }]`,
      ],
    };
    const targets = await Promise.all(
      Object.entries(receivers).map(async ([name, [plugin_id, configure]]) => {
        const { url, events } = await senders.webhook<Event>(plugin_id);
        return { name, events, receiver: configure(url) };
      }),
    );
    const merged = mergeReceivers(targets.map(({ receiver }) => receiver));
    const { port, readLog } = await startAlertmanager(senders, 'chats', merged);
    const post = (alert: object) => call('POST', `http://127.0.0.1:${port}/api/v2/alerts`, [alert], {});
    const labels = { alertname: 'DiskFull', instance: 'db-1', severity: 'critical' };
    const startsAt = new Date(Date.now() - 60_000).toISOString();
    await post({ labels, startsAt });
    for (const { events } of targets) await until(events, ({ length }) => length === 1);
    await post({ labels, startsAt, endsAt: new Date(Date.now() - 1_000).toISOString() });
    for (const { name, events } of targets) {
      const [recovery, alert] = await until(events, ({ length }) => length === 2);
      expect([name, alert?.event_type, recovery?.event_type]).toEqual([name, 'ALERT', 'RECOVERY']);
      expect([name, recovery?.alert_id]).toEqual([name, alert?.alert_id]);
    }
    // A response that is not that of the chat counts as a failure, which Alertmanager logs and may not retry.
    expect(readLog()).not.toMatch(/Notify (?:for alerts failed|attempt failed)|level=(?:warn|error)/);
  });

  it(
    'opens a second alert by the only notification that the problem lasts after a time-out',
    SLOW_TEST,
    async () => {
      const { url, events } = await senders.webhook<Event>('prometheus');
      // The default interval between repeats is four hours.
      const { port } = await startAlertmanager(senders, 'timeout', webhookReceiver(url), '');
      const address = `http://127.0.0.1:${port}`;
      const post = (alert: object) => call('POST', `${address}/api/v2/alerts`, [alert], {});
      const labels = { alertname: 'LinkDown', instance: 'sw-1', severity: 'critical' };
      const startsAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
      const endsIn = (ms: number) => new Date(Date.now() + ms).toISOString();
      await post({ labels, startsAt, endsAt: endsIn(2_000) });
      const [, first] = await until(events, ({ length }) => length === 2);
      await post({ labels, startsAt, endsAt: endsIn(3_600_000) });

      const database = new pg.Client({ connectionString: senders.service.databaseUrl });
      await database.connect();
      const held = () =>
        database.query(`select from alarm_state where held_until > now() + interval '5 min'`);
      await until(held, ({ rowCount }) => rowCount === 1);
      expect(await events()).toHaveLength(2);
      // As if six minutes had passed.
      await database.query(`update alarm_state set held_until = now() where held_until is not null`);
      await database.end();
      const [again] = await until(events, ({ length }) => length === 3);
      expect(again).toMatchObject({ event_type: 'ALERT', rule: 'LinkDown' });
      expect(again?.alert_id).not.toBe(first?.alert_id);
    },
  );
});
