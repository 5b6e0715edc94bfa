import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';
import { matchProblem } from './webhooks-under-test.js';

const PATH = '/notification/v1/silences';
const WEEKLY = { days: ['SUN', 'SAT'], from: '22:00', to: '06:00', timezone: 'Europe/Berlin' };

let api: ApiUnderTest;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.close());

interface Silence extends Record<string, unknown> {
  readonly silence_id: string;
}

/** Each has a name of its own. */
let count = 0;
const createBody = (more: object = {}) => ({
  name: `upgrade ${(count += 1)}`,
  filter: [{ k: 'title', v: 'database', o: 'contain' }],
  ends_at: 'now + 2h',
  reason: 'CHG-1',
  ...more,
});
const post = (body: object, headers: Record<string, string> = {}) =>
  api.call<Silence>('POST', PATH, { body: { domain_id: 'd1', ...body }, headers });
const silencePath = ({ silence_id }: Silence, verb = '') =>
  `/notification/v1/silence/${silence_id}${verb && `/${verb}`}?domain_id=d1`;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('a silence', () => {
  it('is created, and active from now on', async () => {
    const { status, headers, body } = await post(createBody({ name: ' upgrade ', weekly: WEEKLY }));
    expect(status).toBe(201);
    expect(headers['location']).toContain(body.silence_id);
    expect(body).toMatchObject({
      silence_id: expect.stringMatching(/^silence_/),
      name: 'upgrade',
      state: 'ACTIVE',
      filter: [{ k: 'title', v: 'database', o: 'contain' }],
      filter_or: [],
      weekly: { ...WEEKLY, days: ['SAT', 'SUN'] },
      created_by: 'root',
      reason: 'CHG-1',
    });
    const length = Date.parse(String(body['ends_at'])) - Date.parse(String(body['starts_at']));
    expect(Math.abs(length - 7_200_000)).toBeLessThan(60_000);
    expect(await api.call('GET', silencePath(body))).toMatchObject({ status: 200, body });
  });

  it('takes its filter as text, and returns it as a list', async () => {
    const filter = 'labels.site = dub and (title contains "database" or rule exists)';
    const { body, status } = await post(createBody({ filter }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      filter: [{ k: 'labels.site', v: 'dub', o: 'eq' }],
      filter_or: [
        { k: 'title', v: 'database', o: 'contain' },
        { k: 'rule', v: true, o: 'exists' },
      ],
    });
    expect((await api.call('GET', silencePath(body))).body).toMatchObject({ filter: body['filter'] });
    // A text is the whole filter.
    const changed = await api.call('PUT', silencePath(body), { body: { filter: 'labels.site = fra' } });
    expect(changed.body).toMatchObject({
      filter: [{ k: 'labels.site', v: 'fra', o: 'eq' }],
      filter_or: [],
    });
    const wrong = await post(createBody({ filter: 'sevrity >= ERROR' }));
    expect(wrong).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('did you mean severity?') as string },
    });
  });

  it('is found by its state, which follows from the time', async () => {
    const names = [1, 2, 3].map(() => crypto.randomUUID());
    const [pending, active, expired] = await Promise.all([
      post(createBody({ name: names[0], starts_at: 'now + 1h' })),
      post(createBody({ name: names[1], starts_at: hoursFromNow(-1), ends_at: hoursFromNow(1) })),
      post(createBody({ name: names[2] })),
    ]);
    await api.call('PUT', silencePath(expired.body, 'expire'), { body: {} });
    const found = async (state: string, name: string | undefined) => {
      const query = { filter: [{ k: 'state', v: state, o: 'eq' }] };
      const list = await api.call<{ results: Silence[] }>(
        'GET',
        `${PATH}?domain_id=d1&name=${name}&state=${state}`,
      );
      const search = await api.call<{ results: Silence[] }>('POST', `${PATH}/search`, {
        body: { domain_id: 'd1', name, query },
      });
      expect(search.body.results).toEqual(list.body.results);
      return list.body.results.map(({ silence_id }) => silence_id);
    };
    expect(await found('PENDING', names[0])).toEqual([pending.body.silence_id]);
    expect(await found('ACTIVE', names[1])).toEqual([active.body.silence_id]);
    expect(await found('EXPIRED', names[2])).toEqual([expired.body.silence_id]);
    const stat = await api.call<{ results: { state: string }[] }>('POST', `${PATH}/stat`, {
      body: { domain_id: 'd1' },
    });
    expect(stat.body.results.map(({ state }) => state)).toEqual(['PENDING', 'ACTIVE', 'EXPIRED']);
  });

  it('keeps its id when it is changed, ended and prolonged', async () => {
    const { body } = await post(createBody({ weekly: WEEKLY }));
    const { silence_id } = body;
    const change = async (given: object, verb = '') =>
      (await api.call('PUT', silencePath(body, verb), { body: given })).body;
    expect(await change({ weekly: null, reason: 'CHG-2' })).toMatchObject({ weekly: null, reason: 'CHG-2' });
    const ended = await change({}, 'expire');
    expect(ended).toMatchObject({ silence_id, state: 'EXPIRED' });
    expect((await change({}, 'expire'))['updated_at']).toBe(ended['updated_at']);
    expect(await change({ name: 'other' })).toMatchObject({ state: 'EXPIRED', name: 'other' });
    expect(await change({ ends_at: 'now + 1d' })).toMatchObject({ silence_id, state: 'ACTIVE' });
    const auditEntries = await sql(
      api.databaseUrl,
      'select action from audit_log where resource_id = $1 order by 1',
      [silence_id],
    );
    expect(auditEntries).toHaveLength(5);
  });

  it('is not found after it was deleted', async () => {
    const { body } = await post(createBody());
    expect((await api.call('DELETE', silencePath(body))).status).toBe(204);
    expect(await api.call('GET', silencePath(body))).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    expect(await api.call('PUT', silencePath(body, 'expire'), { body: {} })).toMatchObject(
      matchProblem(404, 'ERROR_NOT_FOUND'),
    );
  });

  it('is created once if the request is repeated with its Idempotency-Key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const given = createBody();
    const [first, again] = [await post(given, key), await post(given, key)];
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it('is changed only if If-Match contains its ETag', async () => {
    const { body, headers } = await post(createBody());
    const etag = String(headers['etag']);
    const change = (reason: string) =>
      api.call('PUT', silencePath(body), { body: { reason }, headers: { 'if-match': etag } });
    expect((await change('CHG-2')).status).toBe(200);
    expect(await change('CHG-3')).toMatchObject(matchProblem(412, 'ERROR_PRECONDITION_FAILED'));
  });

  it('can be read but not created by a VIEWER', async () => {
    const { body } = await api.call('POST', '/identity/v1/api-keys', {
      body: { user_id: 'u', domain_id: 'd1', role: 'VIEWER' },
    });
    const key = String(body['api_key']);
    expect((await api.call('GET', PATH, { key })).status).toBe(200);
    expect(await api.call('POST', PATH, { key, body: createBody() })).toMatchObject(
      matchProblem(403, 'ERROR_PERMISSION_DENIED'),
    );
  });

  it.each([
    [{ name: ' ' }, 'ERROR_INVALID_PARAMETER', 'name must be 1 to 255 characters'],
    [{ filter: undefined }, 'ERROR_REQUIRED_PARAMETER', 'filter is required'],
    [{ filter: [{ k: 'colour', v: 'red', o: 'eq' }] }, 'ERROR_INVALID_QUERY', 'filter[0]'],
    [{ filter: [{ k: 'title', o: 'eq' }] }, 'ERROR_INVALID_QUERY', 'filter[0].value'],
    [{ filter_or: [{ k: 'title', v: '(', o: 'regex' }] }, 'ERROR_INVALID_QUERY', ''],
    [{ ends_at: undefined }, 'ERROR_REQUIRED_PARAMETER', 'ends_at is required'],
    [{ ends_at: 'tomorrow' }, 'ERROR_INVALID_PARAMETER', 'ends_at must be an ISO 8601 time with a zone'],
    [
      { ends_at: '2026-11-20T10:00' },
      'ERROR_INVALID_PARAMETER',
      'ends_at must be an ISO 8601 time with a zone',
    ],
    [{ ends_at: 'now - 1h' }, 'ERROR_INVALID_PARAMETER', 'ends_at must be in the future'],
    [{ starts_at: 'now + 3h' }, 'ERROR_INVALID_PARAMETER', 'ends_at must be later than starts_at'],
    [{ ends_at: 'now + 400d' }, 'ERROR_INVALID_PARAMETER', 'ends_at must be at most a year after starts_at'],
    [{ reason: ' ' }, 'ERROR_INVALID_PARAMETER', 'reason must not be empty'],
    [{ weekly: { ...WEEKLY, days: [] } }, 'ERROR_INVALID_PARAMETER', 'weekly.days must be a list of MON'],
    [
      { weekly: { ...WEEKLY, from: '25:00' } },
      'ERROR_INVALID_PARAMETER',
      'weekly.from must be a time of day',
    ],
    [
      { weekly: { ...WEEKLY, timezone: 'Mars' } },
      'ERROR_INVALID_PARAMETER',
      'weekly.timezone must be a time zone',
    ],
    [{ weekly: { days: ['MON'] } }, 'ERROR_REQUIRED_PARAMETER', 'weekly.from is required'],
    [{ colour: 'red' }, 'ERROR_INVALID_PARAMETER', 'colour'],
  ])('is rejected with 400 for %j', async (more, code, detail) => {
    const response = await post(createBody(more));
    expect(response).toMatchObject(matchProblem(400, code));
    expect(String(response.body['detail'])).toContain(detail);
  });

  it('has a name that no other silence has until it ends', async () => {
    const create = (name: string, domain_id = 'names') =>
      api.call('POST', '/notification/v1/silences', {
        body: { domain_id, name, filter: [], ends_at: 'now + 1h', reason: 'CHG-1' },
      });
    const first = String((await create('upgrade')).body['silence_id']);
    const taken = await create('upgrade');
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'ERROR_NOT_UNIQUE', errors: [{ field: 'name' }] },
    });
    expect(taken.body['detail']).toContain(first);
    expect((await create('upgrade', 'other-names')).status).toBe(201);
    // Many at once: one of them gets the name.
    const together = await Promise.all(Array.from({ length: 8 }, () => create('at once')));
    expect(together.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);

    const second = String((await create('other')).body['silence_id']);
    const update = (id: string, fields: object) =>
      api.call('PUT', `/notification/v1/silence/${id}`, { body: { domain_id: 'names', ...fields } });
    expect(await update(second, { name: 'upgrade' })).toMatchObject({ status: 409 });
    expect(await update(second, { name: 'other', reason: 'CHG-2' })).toMatchObject({ status: 200 });
    // What has ended keeps its name, but must not come back beside another one.
    await api.call('PUT', `/notification/v1/silence/${first}/expire`, { body: { domain_id: 'names' } });
    expect(await update(second, { name: 'upgrade' })).toMatchObject({ status: 200 });
    expect(await update(first, { ends_at: 'now + 2h' })).toMatchObject({ status: 409 });
    expect(await update(first, { reason: 'CHG-3' })).toMatchObject({ status: 200 });
    expect(await update(first, { ends_at: 'now + 2h', name: 'later' })).toMatchObject({ status: 200 });
  });
});
