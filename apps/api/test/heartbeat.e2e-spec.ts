import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import {
  webhookPath,
  matchProblem,
  startWebhookApi,
  type Webhook,
  type WebhookApi,
} from './webhooks-under-test.js';

let subject: WebhookApi;
const call: WebhookApi['call'] = (...asked) => subject.call(...asked);

beforeAll(async () => {
  subject = await startWebhookApi();
});
afterAll(() => subject.api.close());

const HEARTBEATS = '/monitoring/v1/heartbeats';
const heartbeatPath = (webhook: { webhook_id: string }, name: string) =>
  `${webhookPath(webhook)}/heartbeat/${name}`;
const put = (webhook: Webhook, name: string, body: object, more: object = {}) =>
  call<Record<string, unknown>>('PUT', heartbeatPath(webhook, name), { body, ...more });

describe('a heartbeat', () => {
  it('is created by PUT, is NEW, and is changed by another', async () => {
    const webhook = await subject.create();
    const created = await put(webhook, 'backup', { expect_every: '90m' });
    expect(created).toMatchObject({
      status: 200,
      body: {
        heartbeat_id: expect.stringMatching(/^heartbeat_/),
        name: 'backup',
        webhook_id: webhook.webhook_id,
        expect_every: '1h30m',
        schedule: null,
        timezone: null,
        next_expected_at: [],
        grace: '1m',
        severity: 'CRITICAL',
        state: 'NEW',
        last_ping_at: null,
        alert_id: null,
        project_id: 'p1',
        domain_id: 'd1',
      },
    });
    expect(await put(webhook, 'backup', {})).toMatchObject({ status: 200, body: created.body });
    const changed = await put(webhook, 'backup', { grace: '0s', severity: 'WARNING' });
    expect(changed.body).toMatchObject({ expect_every: '1h30m', grace: '0s', severity: 'WARNING' });
    expect(await call('GET', heartbeatPath(webhook, 'backup'))).toMatchObject({
      status: 200,
      body: changed.body,
    });
    const only = await call('GET', `${heartbeatPath(webhook, 'backup')}?only=name,state`);
    expect(only.body).toEqual({ name: 'backup', state: 'NEW' });
  });

  it('has a schedule instead of an interval, and shows its next times; each replaces the other', async () => {
    const webhook = await subject.create();
    const terms = { schedule: '30 2 * * *', timezone: 'Europe/Berlin', grace: '1h' };
    const created = await put(webhook, 'nightly', terms);
    expect(created).toMatchObject({ status: 200, body: { ...terms, expect_every: null } });
    const times = created.body['next_expected_at'] as string[];
    expect(times).toHaveLength(3);
    expect(times).toEqual(times.toSorted());
    const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
    for (const time of times) {
      expect(Date.parse(time)).toBeGreaterThan(Date.now() - 60_000);
      expect(['02:30', '03:00']).toContain(berlin.format(new Date(time)));
    }
    const only = await call('GET', `${heartbeatPath(webhook, 'nightly')}?only=next_expected_at,timezone`);
    expect(only.body).toEqual({ timezone: 'Europe/Berlin', next_expected_at: times });
    const other = await put(webhook, 'nightly', { schedule: '0 3 * * *' });
    expect(other.body).toMatchObject({ schedule: '0 3 * * *', timezone: 'Europe/Berlin', grace: '1h' });
    const interval = await put(webhook, 'nightly', { expect_every: '1d' });
    expect(interval.body).toMatchObject({ expect_every: '1d', schedule: null, timezone: null });
    expect(interval.body['next_expected_at']).toEqual([]);
    expect(await put(webhook, 'nightly', { timezone: 'UTC' })).toMatchObject({ status: 400 });
    const back = await put(webhook, 'nightly', { schedule: '0 3 * * *' });
    expect(back.body).toMatchObject({ expect_every: null, schedule: '0 3 * * *', timezone: 'UTC' });
    const found = await call('POST', `${HEARTBEATS}/search`, {
      body: { query: { filter: [{ k: 'schedule', v: '0 3 *', o: 'contain' }] } },
    });
    expect(found.body).toMatchObject({ total_count: 1, results: [{ name: 'nightly', timezone: 'UTC' }] });
  });

  it('is not found after it was deleted', async () => {
    const webhook = await subject.create();
    await put(webhook, 'gone', { expect_every: '5m' });
    expect((await call('DELETE', heartbeatPath(webhook, 'gone'))).status).toBe(204);
    for (const method of ['GET', 'DELETE'] as const)
      expect(await call(method, heartbeatPath(webhook, 'gone'))).toMatchObject(
        matchProblem(404, 'ERROR_NOT_FOUND'),
      );
  });

  it.each([
    [{}, 'ERROR_REQUIRED_PARAMETER', 'expect_every or schedule is required'],
    [{ expect_every: '5m', schedule: '0 2 * * *' }, 'ERROR_INVALID_PARAMETER', 'leave out one of them'],
    [{ expect_every: '5m', timezone: 'UTC' }, 'ERROR_INVALID_PARAMETER', 'give schedule too'],
    [{ schedule: '0 2 * *' }, 'ERROR_INVALID_PARAMETER', 'schedule must be a cron expression of five fields'],
    [{ schedule: '0 0 2 * * *' }, 'ERROR_INVALID_PARAMETER', 'once a minute at most'],
    [{ schedule: '0 0 30 2 *' }, 'ERROR_INVALID_PARAMETER', 'schedule never fires'],
    [
      { schedule: '0 2 * * *', timezone: 'Europe/Nowhere' },
      'ERROR_INVALID_PARAMETER',
      'timezone must be the IANA name',
    ],
    [{ expect_every: '9s' }, 'ERROR_INVALID_PARAMETER', 'from 10s to 40d'],
    [{ expect_every: '40d1s' }, 'ERROR_INVALID_PARAMETER', 'from 10s to 40d'],
    [{ expect_every: 'often' }, 'ERROR_INVALID_PARAMETER', 'from 10s to 40d'],
    [{ expect_every: 300 }, 'ERROR_INVALID_PARAMETER', 'from 10s to 40d'],
    [{ expect_every: '5m', grace: '41d' }, 'ERROR_INVALID_PARAMETER', 'from 0s to 40d'],
    [{ expect_every: '5m', severity: 'bad' }, 'ERROR_INVALID_PARAMETER', 'must be one of'],
    [{ expect_every: '5m', every: '5m' }, 'ERROR_INVALID_PARAMETER', 'every'],
  ])('is refused with %j: 400', async (body, code, detail) => {
    const webhook = await subject.create();
    const response = await put(webhook, 'x', body);
    expect(response).toMatchObject({ status: 400, body: { code, detail: expect.stringContaining(detail) } });
    expect(await call('GET', heartbeatPath(webhook, 'x'))).toMatchObject({ status: 404 });
  });

  it.each(['a%20b', 'a'.repeat(65), '*', '%C3%A4'])('is refused with the name %s: 400', async (name) => {
    const webhook = await subject.create();
    const response = await put(webhook, name, { expect_every: '5m' });
    expect(response).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'name'));
    expect(response.body['detail']).toContain('1 to 64 characters');
  });

  it('is 404 with the key of another domain, 403 for a viewer, 401 without a key', async () => {
    const webhook = await subject.create();
    await put(webhook, 'mine', { expect_every: '5m' });
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { expect_every: '5m' } : undefined;
      const other = await call(method, heartbeatPath(webhook, 'mine'), { body, key: subject.keys.other });
      expect(other).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
      expect((await call(method, heartbeatPath(webhook, 'mine'), { body, key: null })).status).toBe(401);
      const viewer = await call(method, heartbeatPath(webhook, 'mine'), { body, key: subject.keys.VIEWER });
      expect(viewer.status).toBe(method === 'GET' ? 200 : 403);
    }
    const unknownWebhook = { webhook_id: newId('webhook') } as Webhook;
    expect(await put(unknownWebhook, 'mine', { expect_every: '5m' })).toMatchObject(
      matchProblem(404, 'ERROR_NOT_FOUND'),
    );
  });

  it('has an ETag, and is changed only if If-Match contains it', async () => {
    const webhook = await subject.create();
    const created = await put(webhook, 'tagged', { expect_every: '5m' });
    const etag = String(created.headers['etag']);
    const headers = { 'if-match': etag };
    const changed = await put(webhook, 'tagged', { expect_every: '6m' }, { headers });
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(etag);
    const late = await put(webhook, 'tagged', { expect_every: '7m' }, { headers });
    expect(late).toMatchObject(matchProblem(412, 'ERROR_PRECONDITION_FAILED'));
    expect((await call('DELETE', heartbeatPath(webhook, 'tagged'), { headers })).status).toBe(412);
    const nothing = await put(webhook, 'not-there', { expect_every: '7m' }, { headers });
    expect(nothing).toMatchObject(matchProblem(412, 'ERROR_PRECONDITION_FAILED'));
  });

  it('is listed, searched and counted, and its changes are in the audit log', async () => {
    const webhook = await subject.create();
    const { next_expected_at: _, ...body } = (await put(webhook, 'listed', { expect_every: '5m' })).body;
    await put(webhook, 'other', { expect_every: '5m', severity: 'INFO' });
    const { webhook_id } = webhook;
    const list = await call<{ results: object[] }>(
      'GET',
      `${HEARTBEATS}?webhook_id=${webhook_id}&name=listed`,
    );
    expect(list.body).toMatchObject({ total_count: 1, results: [body] });
    const search = await call('POST', `${HEARTBEATS}/search`, {
      body: { webhook_id, query: { filter: [{ k: 'severity', v: 'WARNING', o: 'gte' }], minimal: true } },
    });
    expect(search.body).toEqual({
      total_count: 1,
      results: [{ heartbeat_id: body['heartbeat_id'], name: 'listed', state: 'NEW', last_ping_at: null }],
    });
    const stat = await call<{ results: object[] }>('POST', `${HEARTBEATS}/stat`, {
      body: {
        query: {
          filter: [{ k: 'webhook_id', v: webhook_id, o: 'eq' }],
          aggregate: [{ group: { keys: [{ key: 'state' }], fields: [{ name: 'n', operator: 'count' }] } }],
        },
      },
    });
    expect(stat.body.results).toEqual([{ state: 'NEW', n: 2 }]);
    const audit = await call<{ results: { action: string }[] }>(
      'GET',
      `/identity/v1/audit-logs?resource_id=${String(body['heartbeat_id'])}`,
    );
    expect(audit.body.results).toMatchObject([{ action: 'put', resource_type: 'heartbeat' }]);
  });

  it('is rejected with 429 if its domain has 10,000 heartbeats', async () => {
    const webhook = await subject.create();
    await sql(
      subject.api.databaseUrl,
      `insert into heartbeat (heartbeat_id, domain_id, webhook_id, project_id, name, expect_every, grace, patience, severity)
       select gen_random_uuid(), 'd1', gen_random_uuid(), 'p1', 'h' || n, '5m', '1m', 360, 'ERROR'
       from generate_series(1, 10000 - (select count(*) from heartbeat where domain_id = 'd1')) as n`,
    );
    const response = await put(webhook, 'one-more', { expect_every: '5m' });
    expect(response).toMatchObject(matchProblem(429, 'ERROR_QUOTA_IS_EXCEEDED'));
    expect(response.body['detail']).toContain('10,000 heartbeats');
    await sql(subject.api.databaseUrl, `delete from heartbeat where name like 'h%' and project_id = 'p1'`);
    expect((await put(webhook, 'one-more', { expect_every: '5m' })).status).toBe(200);
  });
});

describe('the heartbeat of a webhook', () => {
  const settings = (heartbeat: object | null) => ({ settings: { heartbeat } });

  it('is shown as `*` for as long as it is set', async () => {
    const webhook = await subject.create(settings({ expect_every: '1h' }));
    expect(webhook['settings']).toMatchObject({
      heartbeat: { expect_every: '1h', grace: '1m', severity: 'CRITICAL' },
      heartbeats: 'MANUAL',
      heartbeat_of: null,
    });
    expect((await call('GET', heartbeatPath(webhook, '*'))).body).toMatchObject({
      name: '*',
      expect_every: '1h',
    });
    await call('PUT', webhookPath(webhook), { body: settings({ expect_every: '2h', severity: 'ERROR' }) });
    expect((await call('GET', heartbeatPath(webhook, '%2A'))).body).toMatchObject({
      expect_every: '2h',
      severity: 'ERROR',
    });
    const cleared = await call('PUT', webhookPath(webhook), { body: settings(null) });
    expect(cleared.body['settings']).toMatchObject({ heartbeat: null });
    expect((await call('GET', heartbeatPath(webhook, '*'))).status).toBe(404);
  });

  it('is deleted with its webhook, like the named heartbeats', async () => {
    const webhook = await subject.create(settings({ expect_every: '1h' }));
    await put(webhook, 'named', { expect_every: '5m' });
    await call('DELETE', webhookPath(webhook));
    const list = await call('GET', `${HEARTBEATS}?webhook_id=${webhook.webhook_id}`);
    expect(list.body).toMatchObject({ total_count: 0 });
  });

  it.each([
    [{ heartbeat: { expect_every: '1s' } }, 'settings.heartbeat.expect_every'],
    [{ heartbeats: 'SOME' }, 'settings.heartbeats'],
    [{ heartbeat_of: { name: 'w' } }, 'settings.heartbeat_of'],
    [{ heartbeat_of: { rule: 'Watchdog', name: 'a b' } }, 'settings.heartbeat_of.name'],
  ])('is refused with %j: 400', async (wrong, field) => {
    const webhook = await subject.create();
    const response = await call('PUT', webhookPath(webhook), { body: { settings: wrong } });
    expect(response).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', field));
  });
});
