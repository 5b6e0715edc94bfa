import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { startWorker, type AppUnderTest } from '#test/processes.js';
import { until } from '#test/client.js';
import { matchProblem, startWebhookApi, type Webhook, type WebhookApi } from './webhooks-under-test.js';

type Alert = Readonly<Record<string, unknown>> & { readonly alert_id: string };

let subject: WebhookApi;
let worker: AppUnderTest;
let webhook: Webhook;
const call: WebhookApi['call'] = (...asked) => subject.call(...asked);

beforeAll(async () => {
  subject = await startWebhookApi();
  worker = await startWorker({ databaseUrl: subject.api.databaseUrl });
  webhook = await subject.create({ plugin_info: { plugin_id: 'direct' } });
});
afterAll(async () => {
  await worker?.kill();
  await subject?.api.close();
});

const alertPath = (alert_id: string, verb = '') => `/monitoring/v1/alert/${alert_id}${verb}`;
const post = (event: object) =>
  call('POST', new URL(webhook.webhook_url).pathname, { body: event, headers: { prefer: 'wait=10' } });
const findAlerts = async (event_key: string) =>
  (await call<{ results: Alert[] }>('GET', `/monitoring/v1/alerts?event_key=${event_key}`)).body.results;

async function openAlert(event_key: string): Promise<string> {
  await post({ event_key, title: `Disk of ${event_key}` });
  const [alert] = await until(
    () => findAlerts(event_key),
    ({ length }) => length === 1,
  );
  return String(alert?.alert_id);
}

async function resolve(event_key: string): Promise<Alert> {
  await post({ event_key, event_type: 'RECOVERY' });
  const isResolved = (alerts: Alert[]) => alerts[0]?.['state'] === 'RESOLVED';
  return (await until(() => findAlerts(event_key), isResolved))[0] as Alert;
}

const acknowledge = (alert_id: string, body: object = {}, options: object = {}) =>
  call<Alert>('PUT', alertPath(alert_id, '/acknowledge'), { body, ...options });
const unacknowledge = (alert_id: string, options: object = {}) =>
  call<Alert>('PUT', alertPath(alert_id, '/unacknowledge'), { body: {}, ...options });
const findChanges = (alert_id: string) =>
  sql<{ kind: string; actor: string | null }>(
    subject.api.databaseUrl,
    `select kind, actor from alert_change where alert_id = '${parseId('alert', alert_id)}' order by xid, index`,
  );

describe('an acknowledgement', () => {
  it('records user, time and comment, leaves the alert open, and can be withdrawn', async () => {
    const id = await openAlert('one');
    const before = (await call<Alert>('GET', alertPath(id))).body;
    expect(before).toMatchObject({ acknowledged: false, acknowledged_at: null, acknowledged_by: null });
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    const given = await acknowledge(id, { comment: 'On it', until: endsAt });
    expect(given).toMatchObject({
      status: 200,
      body: {
        ...before,
        acknowledged: true,
        acknowledged_at: expect.stringMatching(/Z$/),
        acknowledged_by: 'u1',
        comment: 'On it',
        acknowledged_until: endsAt,
        acknowledged_after: expect.any(Number),
      },
    });
    expect((await unacknowledge(id)).body).toEqual(before);
    expect(await findChanges(id)).toEqual([
      { kind: 'opened', actor: null },
      { kind: 'acknowledged', actor: 'u1' },
      { kind: 'unacknowledged', actor: 'u1' },
    ]);
    const audit = await call<{ results: { action: string }[] }>(
      'GET',
      `/identity/v1/audit-logs?resource_type=alert&resource_id=${id}`,
    );
    expect(audit.body.results.map(({ action }) => action).sort()).toEqual(['acknowledge', 'unacknowledge']);
  });

  it('ends at a time relative to now', async () => {
    const id = await openAlert('relative');
    const { body } = await acknowledge(id, { until: 'now + 1h' });
    expect(
      Date.parse(String(body['acknowledged_until'])) - Date.parse(String(body['acknowledged_at'])),
    ).toBeCloseTo(3_600_000, -4);
  });

  it('begins anew if it is repeated, and is replaced if the comment differs', async () => {
    const id = await openAlert('again');
    expect((await unacknowledge(id)).status).toBe(200);
    const first = await acknowledge(id, { comment: 'a' });
    const { body: again } = await acknowledge(id, { comment: 'a' });
    expect(again).toEqual({
      ...first.body,
      acknowledged_at: expect.any(String),
      acknowledged_after: expect.any(Number),
    });
    expect(Date.parse(String(again['acknowledged_at']))).toBeGreaterThan(
      Date.parse(String(first.body['acknowledged_at'])),
    );
    expect((await acknowledge(id, { comment: 'b' })).body).toMatchObject({ comment: 'b' });
    const domain_id = 'd1';
    const byRoot = await subject.api.call('PUT', alertPath(id, '/acknowledge'), { body: { domain_id } });
    expect(byRoot.body).toMatchObject({ acknowledged_by: 'root', comment: null });
    const actors = (await findChanges(id)).map(({ actor }) => actor);
    expect(actors).toEqual([null, 'u1', 'u1', 'root']);
  });

  it('of a resolved alert is rejected with 409, and the previous acknowledgement is kept', async () => {
    const id = await openAlert('resolved');
    await acknowledge(id, { comment: 'seen' });
    const resolved = await resolve('resolved');
    expect(resolved).toMatchObject({ acknowledged: true, acknowledged_by: 'u1', comment: 'seen' });
    for (const response of [await acknowledge(id, { comment: 'late' }), await unacknowledge(id)]) {
      expect(response).toMatchObject(matchProblem(409, 'ERROR_CONFLICT'));
      expect(response.body['detail']).toBe(
        `The alert ${id} was resolved at ${String(resolved['resolved_at'])}`,
      );
    }
    expect((await call('GET', alertPath(id))).body).toEqual(resolved);
  });

  it.each([
    [{ until: '2020-01-01T00:00:00Z' }, 'until'],
    [{ until: 'now - 1h' }, 'until'],
    [{ until: 'tomorrow' }, 'until'],
    [{ comment: 'x'.repeat(1025) }, 'comment'],
    [{ comments: 'x' }, 'comments'],
  ])('is refused with %j: 400', async (body, field) => {
    const id = await openAlert('bad');
    expect(await acknowledge(id, body)).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', field));
    expect((await call('GET', alertPath(id))).body).toMatchObject({ acknowledged: false });
  });

  it('is 404 with the key of another domain, 403 for a viewer, 401 without a key', async () => {
    const id = await openAlert('foreign');
    for (const ask of [(options: object) => acknowledge(id, {}, options), unacknowledge.bind(null, id)]) {
      expect(await ask({ key: subject.keys.other })).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
      expect((await ask({ key: subject.keys.VIEWER })).status).toBe(403);
      expect((await ask({ key: null })).status).toBe(401);
    }
    expect(await acknowledge(newId('alert'))).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
  });

  it('expires at the time of `until`', async () => {
    const id = await openAlert('timed');
    await acknowledge(id, { until: new Date(Date.now() + 1_500) });
    const expiredAlert = await until(
      async () => (await call<Alert>('GET', alertPath(id))).body,
      ({ acknowledged }) => acknowledged === false,
    );
    expect(expiredAlert).toMatchObject({ state: 'OPEN', acknowledged_by: null, acknowledged_until: null });
    expect((await findChanges(id)).at(-1)).toEqual({ kind: 'unacknowledged', actor: null });
  });
});

describe('acknowledging by query', () => {
  const all = (query: object, more: object = {}, options: object = {}) =>
    call<{ acknowledged_count: number }>('POST', '/monitoring/v1/alerts/acknowledge', {
      body: { query, ...more },
      ...options,
    });
  const keyword = { keyword: 'bulk' };

  it('acknowledges the open alerts that match, and returns their number', async () => {
    const ids = [await openAlert('bulk1'), await openAlert('bulk2')];
    await openAlert('bulk3');
    await resolve('bulk3');
    for (const _ of 'ab')
      expect(await all(keyword, { comment: 'c', until: 'now/d + 2d' })).toMatchObject({
        status: 200,
        body: { acknowledged_count: 2 },
      });
    for (const id of ids) {
      expect((await call('GET', alertPath(id))).body).toMatchObject({ acknowledged: true, comment: 'c' });
      expect(await findChanges(id)).toHaveLength(2);
    }
    const filtered = await call<{ results: Alert[] }>(
      'GET',
      '/monitoring/v1/alerts?acknowledged=true&query.keyword=bulk',
    );
    expect(filtered.body.results.map(({ alert_id }) => alert_id).sort()).toEqual(ids.toSorted());
    expect((await all(keyword, {}, { key: subject.keys.other })).body).toEqual({ acknowledged_count: 0 });
    expect((await all(keyword, {}, { key: subject.keys.VIEWER })).status).toBe(403);
  });

  it('is rejected with 400 for a past time, an invalid query and a missing query', async () => {
    for (const until of ['2020-01-01T00:00:00Z', 'now - 1s', 'later'])
      expect(await all(keyword, { until })).toMatchObject(
        matchProblem(400, 'ERROR_INVALID_PARAMETER', 'until'),
      );
    expect(await all({ sort: { key: 'title' } })).toMatchObject(matchProblem(400, 'ERROR_INVALID_QUERY'));
    const none = await call('POST', '/monitoring/v1/alerts/acknowledge', { body: {} });
    expect(none).toMatchObject(matchProblem(400, 'ERROR_REQUIRED_PARAMETER', 'query'));
  });

  it('is rejected without a condition, unless all alerts are meant', async () => {
    const id = await openAlert('unconditional');
    const refusal = matchProblem(400, 'ERROR_INVALID_PARAMETER', 'query');
    for (const query of [{}, { filter: [] }, { filter: [], filter_or: [], keyword: '' }])
      expect(await all(query)).toMatchObject(refusal);
    expect(await all({}, { all: false })).toMatchObject(refusal);
    const forgotten = await all({ filter: [{ k: 'resource.name', o: 'eq' }] });
    expect(forgotten).toMatchObject(matchProblem(400, 'ERROR_INVALID_QUERY', 'query.filter[0].value'));
    expect((await call<Alert>('GET', alertPath(id))).body).toMatchObject({ acknowledged: false });
    expect((await all({}, { all: true })).body.acknowledged_count).toBeGreaterThan(0);
    expect((await call<Alert>('GET', alertPath(id))).body).toMatchObject({ acknowledged: true });
  });

  it('is rejected for more than 10,000 alerts, with the number of matching alerts', async () => {
    await sql(
      subject.api.databaseUrl,
      `insert into alert (alert_id, domain_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
         last_received_at, event_count, duplicate_count)
       select gen_random_uuid(), 'd1', '${parseId('webhook', webhook.webhook_id)}', 'many', n, 'OPEN', 'ERROR', n,
         now(), now(), 1, 0 from generate_series(1, 10001) as n`,
    );
    const query = { filter: [{ k: 'project_id', v: 'many', o: 'eq' }] };
    const many = await all(query);
    expect(many).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'query'));
    expect(JSON.stringify(many.body)).toContain('finds 10,001 open alerts');
    const [row] = await sql(
      subject.api.databaseUrl,
      `select count(*)::int from alert where project_id = 'many' and acknowledged`,
    );
    expect(row).toEqual({ count: 0 });
    await sql(subject.api.databaseUrl, `update alert set state = 'RESOLVED' where event_key = '1'`);
    expect((await all(query)).body).toEqual({ acknowledged_count: 10_000 });
  });
});
