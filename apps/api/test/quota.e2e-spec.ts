import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotaPath, QUOTAS, matchProblem, startQuotaApi, type Body, type Method } from './quota-api.js';

const ID = /^quota_[0-9a-z]{26}$/;

type Started = Awaited<ReturnType<typeof startQuotaApi>>;
let started: Started;
let keys: Started['keys'];
let call: Started['call'];
let protocol: Started['protocol'];
let create: Started['create'];

beforeAll(async () => {
  started = await startQuotaApi();
  ({ keys, call, protocol, create } = started);
});
afterAll(() => started.api.close());

describe('create, get, update, delete', () => {
  it('201, with the limit as given', async () => {
    const limit = { day: -1, month: 0 };
    const { status, body } = await call('POST', QUOTAS, { protocol_id: 'as-given', limit });
    expect(status).toBe(201);
    expect(body).toEqual({
      quota_id: expect.stringMatching(ID),
      protocol_id: 'as-given',
      limit,
      warnings: [],
      managed_by: null,
      domain_id: 'd1',
      created_at: expect.any(String),
      updated_at: body['created_at'],
    });
    expect((await call('GET', quotaPath({ quota_id: String(body['quota_id']) }))).body).toEqual(body);
  });

  it('409 for a second quota of the protocol, not for one in another domain', async () => {
    const { protocol_id } = await create({});
    const body = { protocol_id, limit: {} };
    expect(await call('POST', QUOTAS, body)).toMatchObject(
      matchProblem(409, 'ERROR_NOT_UNIQUE', 'protocol_id'),
    );
    expect(await call('POST', QUOTAS, body, { key: keys.other })).toMatchObject({ status: 201 });
  });

  it('a retry with the same Idempotency-Key gets the first response, and another request 422', async () => {
    const body = { protocol_id: protocol(), limit: { day: 3 } };
    const idempotency = randomUUID();
    const first = await call('POST', QUOTAS, body, { idempotency });
    expect(first.status).toBe(201);
    expect(await call('POST', QUOTAS, body, { idempotency })).toMatchObject({
      status: 201,
      body: first.body,
    });
    const other = await call('POST', QUOTAS, { ...body, limit: {} }, { idempotency });
    expect(other).toMatchObject(matchProblem(422, 'ERROR_IDEMPOTENCY_MISMATCH'));
  });

  it.each([
    ['limit.day', { day: 1.5 }],
    ['limit.day', { day: '5' }],
    ['limit.month', { month: -2 }],
    ['limit.week', { week: 5 }],
    ['limit', 5],
  ])('400 names %s in %j', async (field, limit) => {
    const created = await call('POST', QUOTAS, { protocol_id: protocol(), limit });
    expect(created).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', field));
    const updated = await call('PUT', quotaPath(await create({})), { limit });
    expect(updated).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', field));
  });

  it('takes null for a limit that is not given, but not in an update', async () => {
    const limit = { day: 5, month: null };
    expect((await call('POST', QUOTAS, { protocol_id: protocol(), limit })).status).toBe(201);
    const updated = await call('PUT', quotaPath(await create({})), { limit });
    expect(updated).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'limit.month'));
  });

  it('400 for a missing required field', async () => {
    const missing = (field: string) => matchProblem(400, 'ERROR_REQUIRED_PARAMETER', field);
    expect(await call('POST', QUOTAS, { limit: {} })).toMatchObject(missing('protocol_id'));
    expect(await call('POST', QUOTAS, { protocol_id: 'x' })).toMatchObject(missing('limit'));
    expect(await call('PUT', quotaPath(await create({})), {})).toMatchObject(missing('limit'));
  });

  it('a day limit above the month limit is accepted with a warning', async () => {
    const quota = await create({ day: 10, month: 5 });
    const { body } = await call<{ warnings: string[] }>('GET', quotaPath(quota));
    expect(body.warnings).toEqual([expect.stringContaining('limit.day (10) is above limit.month (5)')]);
  });

  it('update replaces the whole limit', async () => {
    const quota = await create({ day: 10, month: 50 });
    const { status, body } = await call('PUT', quotaPath(quota), { limit: { day: 7 } });
    expect([status, body['limit']]).toEqual([200, { day: 7 }]);
  });

  it('delete answers 204, then 404, and the protocol may have a new quota', async () => {
    const quota = await create({});
    expect(await call('DELETE', quotaPath(quota))).toMatchObject({ status: 204 });
    expect(await call('GET', quotaPath(quota))).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    expect(await call('DELETE', quotaPath(quota))).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    await create({}, quota.protocol_id);
  });

  it('404 with a key of another domain for every operation', async () => {
    const quota = await create({ day: 5 });
    const key = keys.other;
    const asked: [Method, string, Body?][] = [
      ['GET', quotaPath(quota)],
      ['PUT', quotaPath(quota), { limit: {} }],
      ['DELETE', quotaPath(quota)],
      ['POST', quotaPath(quota, 'consume'), { amount: 1 }],
      ['GET', quotaPath(quota, 'usage')],
      ['POST', quotaPath(quota, 'simulate'), { limit: {} }],
    ];
    for (const [method, path, body] of asked) {
      expect(await call(method, path, body, { key })).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    }
  });

  it('roles: MEMBER consumes, VIEWER reads and simulates', async () => {
    const quota = await create({ day: 5 });
    const consume = (key: string) => call('POST', quotaPath(quota, 'consume'), { amount: 1 }, { key });
    expect((await consume(keys.MEMBER)).status).toBe(200);
    expect((await consume(keys.VIEWER)).status).toBe(403);
    const viewer = { key: keys.VIEWER };
    expect((await call('POST', quotaPath(quota, 'simulate'), { limit: {} }, viewer)).status).toBe(200);
    expect((await call('GET', quotaPath(quota, 'usage'), undefined, viewer)).status).toBe(200);
    expect((await call('PUT', quotaPath(quota), { limit: {} }, viewer)).status).toBe(403);
  });
});

describe('list, search and stat', () => {
  it('GET and POST return the same quotas', async () => {
    const { protocol_id, quota_id } = await create({ day: 1 });
    const expected = { status: 200, body: { results: [{ quota_id }], total_count: 1 } };
    expect(await call('GET', `${QUOTAS}?protocol_id=${protocol_id}&query.only=quota_id`)).toMatchObject(
      expected,
    );
    const body = { protocol_id, query: { only: ['quota_id'] } };
    expect(await call('POST', `${QUOTAS}/search`, body)).toMatchObject(expected);
    const none = await call('POST', `${QUOTAS}/search`, { quota_id }, { key: keys.other });
    expect(none.body).toEqual({ results: [], total_count: 0 });
  });

  it('stat returns the number of quotas', async () => {
    const before = await call<{ results: [{ count: number }] }>('POST', `${QUOTAS}/stat`);
    await create({});
    expect((await call('POST', `${QUOTAS}/stat`)).body).toEqual({
      results: [{ count: before.body.results[0].count + 1 }],
    });
  });
});
