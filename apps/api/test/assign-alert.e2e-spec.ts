import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { startWorker, type AppUnderTest } from '#test/processes.js';
import { until } from '#test/client.js';
import { matchProblem, startWebhookApi, type Webhook, type WebhookApi } from './webhooks-under-test.js';

type Row = Readonly<Record<string, unknown>>;
interface Notes {
  readonly results: readonly Row[];
  readonly total_count: number;
}

let subject: WebhookApi;
let worker: AppUnderTest;
let webhook: Webhook;
let member: string;
const call: WebhookApi['call'] = (...asked) => subject.call(...asked);

beforeAll(async () => {
  subject = await startWebhookApi();
  worker = await startWorker({ databaseUrl: subject.api.databaseUrl });
  webhook = await subject.create({ plugin_info: { plugin_id: 'direct' } });
  const body = { user_id: 'ann', domain_id: 'd1', role: 'MEMBER' };
  member = String((await subject.api.call('POST', '/identity/v1/api-keys', { body })).body['api_key']);
});
afterAll(async () => {
  await worker?.kill();
  await subject?.api.close();
});

const alertPath = (alert_id: string, verb = '') => `/monitoring/v1/alert/${alert_id}${verb}`;
const post = (event: object) => call('POST', new URL(webhook.webhook_url).pathname, { body: event });
const findAlerts = async (search: string) =>
  (await call<{ results: Row[] }>('GET', `/monitoring/v1/alerts?${search}`)).body.results;

async function openAlert(event_key: string): Promise<string> {
  await post({ event_key, title: `Disk of ${event_key}` });
  const [alert] = await until(
    () => findAlerts(`event_key=${event_key}`),
    ({ length }) => length > 0,
  );
  return String(alert?.['alert_id']);
}

async function resolve(event_key: string): Promise<void> {
  await post({ event_key, event_type: 'RECOVERY' });
  await until(
    () => findAlerts(`event_key=${event_key}&state=RESOLVED`),
    ({ length }) => length > 0,
  );
}

const assign = (id: string, body: object, options: object = {}) =>
  call<Row>('PUT', alertPath(id, '/assign'), { body, ...options });
const addNote = (id: string, text: unknown, options: object = {}) =>
  call<Row>('POST', alertPath(id, '/notes'), { body: { text }, ...options });
const listNotes = (id: string, options: object = {}) => call<Notes>('GET', alertPath(id, '/notes'), options);
const deleteNote = (id: string, note_id: unknown, options: object = {}) =>
  call<Row>('DELETE', alertPath(id, `/notes/${String(note_id)}`), options);
const findChanges = (id: string) =>
  sql<Row>(
    subject.api.databaseUrl,
    `select kind, actor, assignee from alert_change where alert_id = '${parseId('alert', id)}' order by xid, index`,
  );
const findActions = async (id: string) =>
  (
    await call<{ results: { action: string }[] }>(
      'GET',
      `/identity/v1/audit-logs?resource_type=alert&resource_id=${id}`,
    )
  ).body.results
    .map(({ action }) => action)
    .sort();

describe('an assignment', () => {
  it('says who takes care of an alert, once, and is taken back', async () => {
    const id = await openAlert('bob');
    const before = (await call<Row>('GET', alertPath(id))).body;
    expect(before).toMatchObject({ assignee: null, assigned_at: null, assigned_by: null });
    const given = await assign(id, { assignee: ' bob@example.com ' });
    expect(given).toMatchObject({
      status: 200,
      body: {
        ...before,
        assignee: 'bob@example.com',
        assigned_at: expect.stringMatching(/Z$/),
        assigned_by: 'u1',
      },
    });
    expect((await assign(id, { assignee: 'bob@example.com' })).body).toEqual(given.body);
    expect((await findAlerts('assignee=bob@example.com')).map(({ alert_id }) => alert_id)).toEqual([id]);
    expect(await findAlerts('assignee=bob')).toEqual([]);
    expect((await assign(id, { assignee: null })).body).toEqual(before);
    expect(await findChanges(id)).toEqual([
      { kind: 'opened', actor: null, assignee: null },
      { kind: 'assigned', actor: 'u1', assignee: 'bob@example.com' },
      { kind: 'assigned', actor: 'u1', assignee: null },
    ]);
    expect(await findActions(id)).toEqual(['assign', 'assign']);
  });

  it('to oneself acknowledges the alert as well, unless that is not wanted', async () => {
    const id = await openAlert('self');
    expect((await assign(id, { assignee: 'u1', acknowledge: false })).body).toMatchObject({
      assignee: 'u1',
      acknowledged: false,
    });
    expect((await assign(id, { assignee: 'u1' })).body).toMatchObject({
      acknowledged: true,
      acknowledged_by: 'u1',
    });
    expect((await findChanges(id)).map(({ kind }) => kind)).toEqual(['opened', 'assigned', 'acknowledged']);
    expect(await findActions(id)).toEqual(['acknowledge', 'assign']);
  });

  it('to somebody else acknowledges on request, and keeps an earlier acknowledgement', async () => {
    const id = await openAlert('other');
    expect((await assign(id, { assignee: 'bob', acknowledge: true })).body).toMatchObject({
      acknowledged_by: 'u1',
    });
    await call('PUT', alertPath(id, '/acknowledge'), { body: { comment: 'on it' } });
    expect((await assign(id, { assignee: 'ann' }, { key: member })).body).toMatchObject({
      assignee: 'ann',
      acknowledged_by: 'u1',
      comment: 'on it',
    });
  });

  it('of a resolved alert is rejected with 409, which says since when, and the alert keeps its assignee', async () => {
    const id = await openAlert('over');
    await assign(id, { assignee: 'bob' });
    await resolve('over');
    const refused = await assign(id, { assignee: 'ann' });
    expect(refused).toMatchObject(matchProblem(409, 'ERROR_CONFLICT'));
    expect(JSON.stringify(refused.body)).toMatch(/is resolved since \d{4}-/);
    expect((await call('GET', alertPath(id))).body).toMatchObject({ assignee: 'bob' });
  });

  it.each([
    [{}, 'assignee', 'ERROR_REQUIRED_PARAMETER'],
    [{ assignee: '' }, 'assignee'],
    [{ assignee: 'x'.repeat(257) }, 'assignee'],
    [{ assignee: 'a\nb' }, 'assignee'],
    [{ assignee: 7 }, 'assignee'],
    [{ assignee: 'a', acknowledge: 'yes' }, 'acknowledge'],
  ])('is rejected for %j: 400', async (body, field, code = 'ERROR_INVALID_PARAMETER') => {
    expect(await assign(await openAlert('bad'), body)).toMatchObject(matchProblem(400, code, field));
  });
});

describe('notes', () => {
  it('are listed oldest first, also of a resolved alert, and deleted by their author or an ADMIN', async () => {
    const id = await openAlert('noted');
    const hers = await addNote(id, ' First\r\n<b>line</b>\t2 ', { key: member });
    expect(hers).toMatchObject({
      status: 201,
      body: { note_id: expect.stringMatching(/^note_/), author: 'ann', text: 'First\n<b>line</b> 2' },
    });
    await resolve('noted');
    const his = await addNote(id, 'Post-mortem');
    expect((await listNotes(id)).body).toEqual({ results: [hers.body, his.body], total_count: 2 });
    expect((await listNotes(id, { key: subject.keys.VIEWER })).body.total_count).toBe(2);
    expect(await deleteNote(id, his.body['note_id'], { key: member })).toMatchObject(
      matchProblem(403, 'ERROR_PERMISSION_DENIED'),
    );
    expect((await deleteNote(id, hers.body['note_id'])).status).toBe(204);
    expect((await deleteNote(id, hers.body['note_id'])).status).toBe(404);
    const again = await addNote(id, 'Mine', { key: member });
    expect((await deleteNote(id, again.body['note_id'], { key: member })).status).toBe(204);
    expect((await listNotes(id)).body.results).toEqual([his.body]);
    expect((await findChanges(id)).map(({ kind }) => kind)).toEqual([
      ...['opened', 'noted', 'resolved', 'noted', 'noted'],
    ]);
  });

  it('are added once for each Idempotency-Key', async () => {
    const id = await openAlert('once');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await addNote(id, 'once', { headers });
    expect((await addNote(id, 'once', { headers })).body).toEqual(first.body);
    expect((await listNotes(id)).body.results).toEqual([first.body]);
  });

  it('have at most 1,000 characters each and 10,000 together', async () => {
    const id = await openAlert('long');
    for (let n = 0; n < 9; n += 1) expect((await addNote(id, '👍'.repeat(1_000))).status).toBe(201);
    expect((await addNote(id, 'x'.repeat(990))).status).toBe(201);
    const refused = await addNote(id, 'x'.repeat(11));
    expect(refused).toMatchObject(matchProblem(409, 'ERROR_CONFLICT'));
    expect(JSON.stringify(refused.body)).toContain('10 are left: shorten the note, or delete others');
    expect((await addNote(id, 'x'.repeat(10))).status).toBe(201);
    for (const text of ['', ' \u0000\u200b', 'x'.repeat(1_001), 7, null])
      expect((await addNote(id, text)).status, String(text).slice(0, 9)).toBe(400);
  });
});

it('of another domain do not exist; a viewer only reads them', async () => {
  const id = await openAlert('foreign');
  const { note_id } = (await addNote(id, 'secret')).body;
  const asks = [
    (options: object) => assign(id, { assignee: 'x' }, options),
    (options: object) => addNote(id, 'x', options),
    (options: object) => deleteNote(id, note_id, options),
  ];
  for (const ask of asks) {
    expect(await ask({ key: subject.keys.other })).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    expect((await ask({ key: subject.keys.VIEWER })).status).toBe(403);
    expect((await ask({ key: null })).status).toBe(401);
  }
  expect((await listNotes(id, { key: subject.keys.other })).status).toBe(404);
  expect((await deleteNote(await openAlert('elsewhere'), note_id)).status).toBe(404);
  expect((await addNote(newId('alert'), 'x')).status).toBe(404);
  expect((await listNotes(id)).body.total_count).toBe(1);
});
