import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatId, newUuid, parseId } from '#shared/kernel/ids.js';
import { lowestUuid } from '#shared/query/instant.js';
import { ensurePartitions } from '../../../libs/monitoring/src/persistence/partitions.js';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.now() - MINUTE;
const WEBHOOK = { protocol_id: 'webhook', options: { url: 'https://receiver.example.com/alerts' } };
const SLACK = { protocol_id: 'slack', options: { token: 'xoxb-secret-token', channel: '#alerts' } };

let api: ApiUnderTest;
let pool: pg.Pool;
let index = 0;

beforeAll(async () => {
  api = await startApi({
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Tocsin <tocsin@example.com>' },
    DOMAIN_RETENTION: '{"short":2}',
  });
  pool = new pg.Pool({ connectionString: api.databaseUrl, max: 2 });
  await ensurePartitions(pool, ['alert_change'], new Date(NOW - 5 * DAY));
  await ensurePartitions(pool, ['alert_change'], new Date(NOW - 32 * DAY));
});
afterAll(async () => {
  await pool?.end();
  await api?.close();
});

/** Stores an event, the alert that it opened, and the change. @returns their public ids */
async function open(domain_id: string, title: string, ago: number, { severity = 'ERROR' } = {}) {
  const at = new Date(NOW - ago);
  const [event_id, alert_id] = [newUuid(new Date(NOW)), newUuid(at)];
  await pool.query(
    `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type, severity,
       title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at, labels)
     values ($1, $2, $3, 'p1', $3, $3, $4, 'ALERT', $5, $4, '', '{"used": 0.95}', '{}', 'direct', '1.0.0', $6, $6,
       '{"team": "db"}')`,
    [domain_id, event_id, alert_id, title, severity, at],
  );
  await pool.query(
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       last_received_at, event_count, duplicate_count)
     values ($1, $2, $2, 'p1', $3, 'OPEN', $4, $3, $5, $5, 1, 0)`,
    [domain_id, alert_id, title, severity, at],
  );
  await addChange(domain_id, alert_id, 'opened', ago, event_id);
  return { alert_id: formatId('alert', alert_id), event_id: formatId('event', event_id), uuid: alert_id };
}

async function addChange(
  domain_id: string,
  alert_id: string,
  kind: string,
  ago: number,
  event_id: string | null,
) {
  const at = NOW - ago;
  index += 1;
  const change_id = lowestUuid(at).slice(0, -12) + String(index).padStart(12, '0');
  await pool.query(
    `insert into alert_change (xid, index, change_id, domain_id, webhook_id, project_id, alert_id, kind, state, severity,
       event_id, changed_at)
     select '7', $1, $2, $3, webhook_id, project_id, alert_id, $5, 'OPEN', severity, $6, $7 from alert where alert_id = $4`,
    [index, change_id, domain_id, alert_id, kind, event_id, new Date(at)],
  );
}

interface Preview {
  readonly alert_id: string | null;
  readonly is_sent: boolean;
  readonly problem: string | null;
  readonly message: { readonly type: string; readonly data: Record<string, Record<string, unknown> | null> };
  readonly content: unknown;
  readonly text: Record<string, unknown> | null;
}

const newDomain = () => `d-${crypto.randomUUID()}`;
const preview = (body: object, path = 'subscriptions/preview/message', key = ROOT_API_KEY) =>
  api.call<Preview & Record<string, unknown>>('POST', `/notification/v1/${path}`, { body, key });

describe('a preview of a message', () => {
  it('shows the newest alert that the filter finds, with its event, as a webhook posts it', async () => {
    const domain_id = newDomain();
    await open(domain_id, 'old', 2 * DAY);
    const { alert_id, event_id } = await open(domain_id, 'disk', DAY);
    await open(domain_id, 'minor', MINUTE, { severity: 'INFO' });
    await open(newDomain(), 'of others', 0);
    const filter = [{ k: 'severity', v: 'ERROR', o: 'gte' }];
    const { status, body } = await preview({ domain_id, ...WEBHOOK, filter });
    expect(status).toBe(200);
    expect(body).toMatchObject({ alert_id, is_sent: true, problem: null, text: null });
    expect(body.content).toEqual(body.message);
    expect(body.message).toMatchObject({
      type: 'alert.opened',
      data: {
        alert: { alert_id, title: 'disk' },
        change: { event_id },
        links: { api: expect.stringContaining(alert_id) },
      },
    });
    const event = await api.call('GET', `/monitoring/v1/event/${event_id}?domain_id=${domain_id}`, {});
    expect(body.message.data['event']).toEqual(event.body);
  });

  it('applies the template to the message, with the event in it', async () => {
    const domain_id = newDomain();
    await open(domain_id, 'disk', DAY);
    const template = '{ "text": data.alert.title & " of " & data.event.labels.team }';
    expect((await preview({ domain_id, ...WEBHOOK, template })).body).toMatchObject({
      is_sent: true,
      content: { text: 'disk of db' },
    });
    const words = '{ "title": $uppercase(data.alert.title), "fields": { "Used": data.event.raw_data.used } }';
    const { body } = await preview({ domain_id, ...SLACK, template: words });
    expect(body).toMatchObject({
      is_sent: true,
      text: { event: 'Opened', title: 'DISK', fields: [{ name: 'Used', value: '0.95' }] },
      content: { blocks: expect.any(Array) },
    });
    expect(JSON.stringify(body.content)).toContain('DISK');
  });

  it('says why the template fails: nothing is sent to programs, and people read the reason', async () => {
    const domain_id = newDomain();
    const { uuid } = await open(domain_id, 'disk', DAY);
    await addChange(domain_id, uuid, 'acknowledged', 0, null);
    for (const template of ['$number(data.alert.title)', '{ "a": ']) {
      const { status, body } = await preview({ domain_id, ...WEBHOOK, template });
      expect(status).toBe(200);
      expect(body).toMatchObject({ is_sent: false, content: null, problem: expect.stringMatching(/\w+/) });
      expect(body.message).toMatchObject({ type: 'alert.acknowledged', data: { event: null } });
    }
    const { body } = await preview({ domain_id, ...SLACK, template: '"no object"' });
    expect(body).toMatchObject({ is_sent: true, problem: expect.stringContaining('object') });
    expect(body.text?.['lines']).toEqual([expect.stringContaining('The template of the subscription fails')]);
  });

  it('shows a sample if no alert is found', async () => {
    const domain_id = newDomain();
    await open(domain_id, 'too long ago', 31 * DAY);
    const { body } = await preview({ domain_id, ...WEBHOOK, kinds: ['alert.opened'] });
    expect(body).toMatchObject({ alert_id: null, message: { data: { alert: { rule: 'DiskFull' } } } });
    expect(body.message.data['event']).toMatchObject({ title: 'Disk of db-1 is 95 % full' });
  });

  it('shows nothing that is past the shorter retention of its domain', async () => {
    const domain_id = 'short';
    const { alert_id, uuid, event_id } = await open(domain_id, 'still open', 3 * DAY);
    const past_event = newUuid(new Date(NOW - 3 * DAY));
    const change = [past_event, parseId('event', event_id)];
    await pool.query('update event set event_id = $1 where event_id = $2', change);
    const days = { domain_id, days: 7, protocol_id: 'webhook' };
    expect((await preview(days, 'subscriptions/preview')).body).toMatchObject({
      notifications: 0,
      first: [],
    });
    expect((await preview({ domain_id, ...WEBHOOK })).body).toMatchObject({ alert_id: null });
    expect((await preview({ domain_id, ...WEBHOOK, alert_id })).status).toBe(400);

    await addChange(domain_id, uuid, 'escalated', 0, past_event);
    expect((await preview(days, 'subscriptions/preview')).body).toMatchObject({ notifications: 1 });
    const { body } = await preview({ domain_id, ...WEBHOOK });
    expect(body).toMatchObject({ alert_id, message: { type: 'alert.escalated', data: { event: null } } });

    await pool.query(`update alert set state = 'RESOLVED', resolved_at = now() where alert_id = $1`, [uuid]);
    expect((await preview({ domain_id, ...WEBHOOK, alert_id })).status).toBe(404);
    expect((await preview({ domain_id, ...WEBHOOK })).body).toMatchObject({ alert_id: null });
    expect((await preview(days, 'subscriptions/preview')).body).toMatchObject({ notifications: 0 });
  });

  it('shows the newest change of one alert, of the kinds that are asked for', async () => {
    const domain_id = newDomain();
    const { alert_id, uuid } = await open(domain_id, 'disk', 2 * DAY);
    await addChange(domain_id, uuid, 'acknowledged', DAY, null);
    await open(domain_id, 'newer', 0);
    const types = [];
    for (const more of [{}, { kinds: ['alert.opened'] }]) {
      const { body } = await preview({ domain_id, ...WEBHOOK, alert_id, ...more });
      expect(body.alert_id).toBe(alert_id);
      types.push(body.message.type);
    }
    expect(types).toEqual(['alert.acknowledged', 'alert.opened']);
    const rejected = await preview({ domain_id, ...WEBHOOK, alert_id, kinds: ['alert.resolved'] });
    expect(rejected).toMatchObject({ status: 400, body: { errors: [{ field: 'alert_id' }] } });
  });

  it('shows times in the time zone, and a mail with its subject', async () => {
    const domain_id = newDomain();
    await open(domain_id, 'disk', DAY);
    const mail = { protocol_id: 'email', options: { to: ['ada@example.com'] } };
    const { body } = await preview({ domain_id, ...mail, timezone: 'Asia/Kolkata' });
    expect(body.content).toMatchObject({
      ...{ from: 'Tocsin <tocsin@example.com>', to: ['ada@example.com'], subject: '[ERROR] disk' },
      html: expect.stringContaining('<html'),
    });
    expect(JSON.stringify(body.text)).toContain('GMT+5:30');
  });

  it('shows what is sent to Opsgenie, Mattermost and ntfy', async () => {
    const domain_id = newDomain();
    await open(domain_id, 'disk', DAY);
    const server_url = 'https://chat.example.com';
    const attachments = [{ fallback: expect.stringContaining('disk'), text: expect.any(String) }];
    for (const [protocol_id, options, content] of [
      [
        'opsgenie',
        { api_key: 'secret-api-key' },
        {
          requests: [
            { method: 'POST', url: 'https://api.opsgenie.com/v2/alerts', body: { message: 'disk' } },
          ],
        },
      ],
      [
        'mattermost',
        { url: `${server_url}/hooks/secret`, username: 'ops' },
        { username: 'ops', attachments },
      ],
      [
        'mattermost',
        { server_url, token: 'secret-token', channel_id: 'c'.repeat(26) },
        { channel_id: 'c'.repeat(26), props: { attachments } },
      ],
      ['ntfy', { topic: 'secret', token: 'tk_secret' }, { topic: '***', title: 'Opened: disk', priority: 4 }],
    ] as const) {
      const { status, body } = await preview({ domain_id, protocol_id, options });
      expect([status, body.is_sent]).toEqual([200, true]);
      expect(body.content).toMatchObject(content);
      expect(JSON.stringify(body)).not.toContain('secret');
    }
  });

  it('contains no secrets', async () => {
    const domain_id = newDomain();
    const routing_key = 'f'.repeat(32);
    const { body } = await preview({ domain_id, protocol_id: 'pagerduty', options: { routing_key } });
    expect(body.content).toMatchObject({ routing_key: '***', event_action: 'trigger' });
    expect(JSON.stringify(body)).not.toContain(routing_key);
    const { token } = SLACK.options;
    expect(JSON.stringify((await preview({ domain_id, ...SLACK })).body)).not.toContain(token);
  });

  it('404 for an alert of another domain; 400 names the field that is wrong', async () => {
    const domain_id = newDomain();
    const { alert_id } = await open(newDomain(), 'disk', 0);
    expect((await preview({ domain_id, ...WEBHOOK, alert_id })).status).toBe(404);
    const options = { url: 'https://receiver.example.com/' };
    for (const [body, field] of [
      [{ ...WEBHOOK, alert_id: 'alert_1' }, 'alert_id'],
      [{ ...WEBHOOK, timezone: 'Mars' }, 'timezone'],
      [{ ...WEBHOOK, options: {} }, 'options.url'],
      [{ protocol_id: 'webhook' }, 'options'],
      [{ options }, 'protocol_id'],
      [{ protocol_id: 'unknown', options }, 'protocol_id'],
      [{ protocol_id: 'relay', options, template: 'data' }, 'template'],
      [{ ...WEBHOOK, kinds: ['alert.lost'] }, 'kinds'],
      [{ ...WEBHOOK, filter: [{ k: 'nothing', v: 1, o: 'eq' }] }, 'filter[0].k'],
    ] as const)
      expect(await preview({ domain_id, ...body })).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
  });

  it('shows a stored subscription, and what a change of it sends', async () => {
    const domain_id = newDomain();
    await open(domain_id, 'disk', DAY);
    const { body: created } = await api.call<{ subscription_id: string }>(
      'POST',
      '/notification/v1/subscriptions',
      { body: { ...SLACK, domain_id, name: 'chat', template: '{ "title": "stored" }' } },
    );
    const path = `subscription/${created.subscription_id}/preview/message`;
    const titles = [];
    for (const draft of [{}, { template: '{ "title": "changed" }' }, { template: null }])
      titles.push((await preview({ domain_id, ...draft }, path)).body.text?.['title']);
    expect(titles).toEqual(['stored', 'changed', 'disk']);
    const masked = { options: { ...SLACK.options, token: '***' } };
    expect((await preview({ domain_id, ...masked }, path)).status).toBe(200);
    expect((await preview({ domain_id: newDomain() }, path)).status).toBe(404);
  });
});
