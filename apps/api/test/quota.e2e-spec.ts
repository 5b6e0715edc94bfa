import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Answer, type ApiUnderTest } from './api-under-test.js';

const QUOTAS = '/notification/v1/quotas';
const ID = /^quota_[0-9a-z]{26}$/;

type Body = Record<string, unknown>;
type Method = Parameters<ApiUnderTest['call']>[0];

let api: ApiUnderTest;
let keys: Record<'ADMIN' | 'MEMBER' | 'VIEWER' | 'other', string>;

beforeAll(async () => {
  api = await startApi({ DEFAULT_QUOTA: '{"day":5}' });
  const key = async (domain_id: string, role: string) => {
    const body = { user_id: 'u1', domain_id, role };
    return String((await api.call('POST', '/identity/v1/api-keys', { body })).body['api_key']);
  };
  keys = {
    ADMIN: await key('d1', 'ADMIN'),
    MEMBER: await key('d1', 'MEMBER'),
    VIEWER: await key('d1', 'VIEWER'),
    other: await key('d2', 'ADMIN'),
  };
});
afterAll(() => api.close());

const call = <B = Body>(
  method: Method,
  path: string,
  body?: unknown,
  { key = keys.ADMIN, idempotency }: { key?: string; idempotency?: string } = {},
): Promise<Answer<B>> =>
  api.call<B>(method, path, {
    key,
    ...(body === undefined ? {} : { body }),
    ...(idempotency === undefined ? {} : { headers: { 'idempotency-key': idempotency } }),
  });

let count = 0;
const protocol = () => `protocol-${(count += 1)}`;
async function create(
  limit: Body,
  protocol_id = protocol(),
): Promise<{ quota_id: string; protocol_id: string }> {
  const { status, body } = await call('POST', QUOTAS, { protocol_id, limit });
  expect(status, JSON.stringify(body)).toBe(201);
  return { quota_id: String(body['quota_id']), protocol_id };
}
const at = ({ quota_id }: { quota_id: string }, action = '') =>
  `/notification/v1/quota/${quota_id}${action && `/${action}`}`;

const refusal = (status: number, code: string, field?: string) => ({
  status,
  body: expect.objectContaining({
    code,
    ...(field === undefined ? {} : { errors: [expect.objectContaining({ field })] }),
  }),
});

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
      domain_id: 'd1',
      created_at: expect.any(String),
      updated_at: body['created_at'],
    });
    expect((await call('GET', at({ quota_id: String(body['quota_id']) }))).body).toEqual(body);
  });

  it('409 for a second quota of the protocol, not for one in another domain', async () => {
    const { protocol_id } = await create({});
    const body = { protocol_id, limit: {} };
    expect(await call('POST', QUOTAS, body)).toMatchObject(refusal(409, 'ERROR_NOT_UNIQUE', 'protocol_id'));
    expect(await call('POST', QUOTAS, body, { key: keys.other })).toMatchObject({ status: 201 });
  });

  it('a retry with its key has the first answer, another request with it is 422', async () => {
    const body = { protocol_id: protocol(), limit: { day: 3 } };
    const idempotency = randomUUID();
    const first = await call('POST', QUOTAS, body, { idempotency });
    expect(first.status).toBe(201);
    expect(await call('POST', QUOTAS, body, { idempotency })).toMatchObject({
      status: 201,
      body: first.body,
    });
    const other = await call('POST', QUOTAS, { ...body, limit: {} }, { idempotency });
    expect(other).toMatchObject(refusal(422, 'ERROR_IDEMPOTENCY_MISMATCH'));
  });

  it.each([
    ['limit.day', { day: 1.5 }],
    ['limit.day', { day: '5' }],
    ['limit.month', { month: -2 }],
    ['limit.month', { month: null }],
    ['limit.week', { week: 5 }],
    ['limit', 5],
  ])('400 names %s in %j', async (field, limit) => {
    const created = await call('POST', QUOTAS, { protocol_id: protocol(), limit });
    expect(created).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', field));
    const updated = await call('PUT', at(await create({})), { limit });
    expect(updated).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', field));
  });

  it('400 without what is required', async () => {
    const missing = (field: string) => refusal(400, 'ERROR_REQUIRED_PARAMETER', field);
    expect(await call('POST', QUOTAS, { limit: {} })).toMatchObject(missing('protocol_id'));
    expect(await call('POST', QUOTAS, { protocol_id: 'x' })).toMatchObject(missing('limit'));
    expect(await call('PUT', at(await create({})), {})).toMatchObject(missing('limit'));
  });

  it('a day above the month is allowed, and said', async () => {
    const quota = await create({ day: 10, month: 5 });
    const { body } = await call<{ warnings: string[] }>('GET', at(quota));
    expect(body.warnings).toEqual([expect.stringContaining('limit.day (10) is above limit.month (5)')]);
  });

  it('update replaces the whole limit', async () => {
    const quota = await create({ day: 10, month: 50 });
    const { status, body } = await call('PUT', at(quota), { limit: { day: 7 } });
    expect([status, body['limit']]).toEqual([200, { day: 7 }]);
  });

  it('204, then 404; the protocol may have another', async () => {
    const quota = await create({});
    expect(await call('DELETE', at(quota))).toMatchObject({ status: 204 });
    expect(await call('GET', at(quota))).toMatchObject(refusal(404, 'ERROR_NOT_FOUND'));
    expect(await call('DELETE', at(quota))).toMatchObject(refusal(404, 'ERROR_NOT_FOUND'));
    await create({}, quota.protocol_id);
  });

  it('404 with a key of another domain, whatever is asked', async () => {
    const quota = await create({ day: 5 });
    const key = keys.other;
    const asked: [Method, string, Body?][] = [
      ['GET', at(quota)],
      ['PUT', at(quota), { limit: {} }],
      ['DELETE', at(quota)],
      ['POST', at(quota, 'consume'), { amount: 1 }],
      ['GET', at(quota, 'usage')],
      ['POST', at(quota, 'simulate'), { limit: {} }],
    ];
    for (const [method, path, body] of asked) {
      expect(await call(method, path, body, { key })).toMatchObject(refusal(404, 'ERROR_NOT_FOUND'));
    }
  });

  it('roles: MEMBER consumes, VIEWER reads and simulates', async () => {
    const quota = await create({ day: 5 });
    const consume = (key: string) => call('POST', at(quota, 'consume'), { amount: 1 }, { key });
    expect((await consume(keys.MEMBER)).status).toBe(200);
    expect((await consume(keys.VIEWER)).status).toBe(403);
    const viewer = { key: keys.VIEWER };
    expect((await call('POST', at(quota, 'simulate'), { limit: {} }, viewer)).status).toBe(200);
    expect((await call('GET', at(quota, 'usage'), undefined, viewer)).status).toBe(200);
    expect((await call('PUT', at(quota), { limit: {} }, viewer)).status).toBe(403);
  });
});

describe('list, search and stat', () => {
  it('GET and POST give the same', async () => {
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

  it('counts', async () => {
    const before = await call<{ results: [{ count: number }] }>('POST', `${QUOTAS}/stat`);
    await create({});
    expect((await call('POST', `${QUOTAS}/stat`)).body).toEqual({
      results: [{ count: before.body.results[0].count + 1 }],
    });
  });
});

describe('consume', () => {
  it('200 with what is left, and the fields of the rate limit', async () => {
    const quota = await create({ day: 10, month: 100 });
    const { status, body, headers } = await call('POST', at(quota, 'consume'), { amount: 4 });
    expect(status).toBe(200);
    expect(body).toEqual({
      allowed: true,
      consumption_id: expect.stringMatching(/^consumption_/),
      remaining: { day: 6, month: 96 },
      reset_at: expect.stringMatching(/T00:00:00\.000Z$/),
    });
    expect(headers['ratelimit-policy']).toMatch(/^"day";q=10;w=86400, "month";q=100;w=\d+$/);
    expect(headers['ratelimit']).toMatch(/^"day";r=6;t=\d+, "month";r=96;t=\d+$/);
  });

  it('429 when it does not fit, of which nothing is taken', async () => {
    const quota = await create({ day: 10 });
    const consume = (amount: number) => call('POST', at(quota, 'consume'), { amount });
    await consume(8);
    const refused = await consume(3);
    expect(refused).toMatchObject(refusal(429, 'ERROR_QUOTA_IS_EXCEEDED'));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['ratelimit']).toMatch(/^"day";r=2;t=\d+$/);
    expect((await consume(2)).status).toBe(200);
    const usage = await call<{ results: Body[] }>('GET', at(quota, 'usage'));
    expect(usage.body).toMatchObject({
      remaining: { day: 0, month: null },
      results: [{ consumed: 10, refused: 3 }],
      total_count: 1,
    });
  });

  it('0 refuses all, without a limit nothing is refused', async () => {
    expect((await call('POST', at(await create({ month: 0 }), 'consume'), { amount: 1 })).status).toBe(429);
    const { status, body, headers } = await call('POST', at(await create({ day: -1 }), 'consume'), {
      amount: 1_000_000,
    });
    expect([status, body['remaining'], body['reset_at']]).toEqual([200, { day: null, month: null }, null]);
    expect(headers['ratelimit']).toBeUndefined();
  });

  it('by protocol: its quota, without one the default limit; what was used outlives the quota', async () => {
    const protocol_id = protocol();
    const consume = (amount: number) => call('POST', `${QUOTAS}/consume`, { protocol_id, amount });
    expect((await consume(5)).body).toMatchObject({ remaining: { day: 0, month: null } });
    expect((await consume(1)).status).toBe(429);
    const quota = await create({ day: 8 }, protocol_id);
    expect((await consume(3)).body).toMatchObject({ remaining: { day: 0 } });
    await call('DELETE', at(quota));
    expect((await consume(1)).status).toBe(429);
    expect((await call('POST', at(quota, 'consume'), { amount: 1 })).status).toBe(404);
  });

  it.each([0, -1, 1.5, '1', 1_000_001])('400 for the amount %j', async (amount) => {
    const wrong = refusal(400, 'ERROR_INVALID_PARAMETER', 'amount');
    expect(await call('POST', at(await create({}), 'consume'), { amount })).toMatchObject(wrong);
    expect(await call('POST', `${QUOTAS}/consume`, { protocol_id: 'p', amount })).toMatchObject(wrong);
  });

  it('a retry with its key consumes once; another request with it is 422', async () => {
    const quota = await create({ day: 10 });
    const idempotency = randomUUID();
    const consume = (amount: number) => call('POST', at(quota, 'consume'), { amount }, { idempotency });
    const first = await consume(4);
    expect((await consume(4)).body).toEqual(first.body);
    expect(await consume(5)).toMatchObject(refusal(422, 'ERROR_IDEMPOTENCY_MISMATCH'));
    const together = await Promise.all(Array.from({ length: 8 }, () => consume(4)));
    for (const { body } of together) expect(body).toEqual(first.body);
    const other = await create({ day: 10 });
    const elsewhere = await call('POST', at(other, 'consume'), { amount: 4 }, { idempotency });
    expect(elsewhere.body['consumption_id']).not.toBe(first.body['consumption_id']);
    expect((await call('GET', at(quota, 'usage'))).body).toMatchObject({ results: [{ consumed: 4 }] });
  });

  it('400 for a key that is empty or too long', async () => {
    for (const idempotency of ['""', 'x'.repeat(256)]) {
      const answer = await call('POST', at(await create({}), 'consume'), { amount: 1 }, { idempotency });
      expect(answer).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', 'Idempotency-Key'));
    }
  });
});

describe('release', () => {
  it('gives back all or a part, once', async () => {
    const quota = await create({ day: 10 });
    const consume = async () =>
      String((await call('POST', at(quota, 'consume'), { amount: 5 })).body['consumption_id']);
    const [first, second] = [await consume(), await consume()];
    const release = (consumption_id: string, amount?: number, idempotency?: string) =>
      call('POST', at(quota, 'release'), { consumption_id, amount }, idempotency ? { idempotency } : {});

    expect(await release(first, 6)).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', 'amount'));
    expect(await release(first, 2)).toMatchObject({
      status: 200,
      body: { consumption_id: first, released: 2, remaining: { day: 2, month: null } },
    });
    expect(await release(first)).toMatchObject(refusal(409, 'ERROR_CONFLICT'));
    const released = await release(second, undefined, 'once');
    expect(released).toMatchObject({ status: 200, body: { released: 5, remaining: { day: 7 } } });
    expect((await release(second, undefined, 'once')).body).toEqual(released.body);
    expect(await release(first, undefined, 'once')).toMatchObject(refusal(422, 'ERROR_IDEMPOTENCY_MISMATCH'));
  });

  it('404 for what was consumed of another quota or in another domain', async () => {
    const [quota, other] = [await create({}), await create({})];
    const { body } = await call('POST', at(quota, 'consume'), { amount: 1 });
    const asked = { consumption_id: body['consumption_id'] };
    expect(await call('POST', at(other, 'release'), asked)).toMatchObject(refusal(404, 'ERROR_NOT_FOUND'));
    const elsewhere = await call('POST', `${QUOTAS}/release`, asked, { key: keys.other });
    expect(elsewhere).toMatchObject(refusal(404, 'ERROR_NOT_FOUND'));
    expect((await call('POST', `${QUOTAS}/release`, asked)).status).toBe(200);
  });

  it('of many at once one gives back', async () => {
    const quota = await create({ day: 10 });
    const { body } = await call('POST', at(quota, 'consume'), { amount: 5 });
    const asked = { consumption_id: body['consumption_id'] };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', at(quota, 'release'), asked)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
    expect((await call('GET', at(quota, 'usage'))).body).toMatchObject({ results: [{ consumed: 0 }] });
  });
});

describe('usage and what-if', () => {
  it('sums usage by protocol', async () => {
    const quota = await create({ day: 1 });
    for (const amount of [1, 4]) await call('POST', at(quota, 'consume'), { amount });
    const { protocol_id } = quota;
    const stat = (body: Body) =>
      call<{ results: Body[] }>('POST', '/notification/v1/quota-usages/stat', body);
    expect((await stat({})).body.results).toContainEqual({ protocol_id, consumed: 1, refused: 4, days: 1 });
    const filter = [{ k: 'protocol_id', v: protocol_id, o: 'eq' }];
    const days = {
      filter,
      aggregate: [{ group: { keys: [{ key: 'day', name: 'on', date_format: 'year' }] } }],
    };
    expect((await stat({ query: days })).body.results).toEqual([{ on: expect.any(Number) }]);
    expect(await stat({ query: { distinct: 'colour' } })).toMatchObject({ status: 400 });
    const from = await call('GET', at(quota, 'usage?from=2025-02-29'));
    expect(from).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', 'from'));
    expect((await call('GET', at(quota, 'usage?to=2020-02-29'))).body).toMatchObject({ total_count: 0 });
  });

  it('says what a limit would have refused', async () => {
    const quota = await create({});
    await call('POST', at(quota, 'consume'), { amount: 10 });
    const { status, body } = await call('POST', at(quota, 'simulate'), { limit: { day: 4, month: 3 } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      limit: { day: 4, month: 3 },
      warnings: [expect.any(String)],
      days_simulated: 1,
      demand: 10,
      granted: 3,
      refused: 7,
      days: [{ demand: 10, granted: 3, refused: 7 }],
      runs_out_at: expect.any(String),
    });
    const wrong = await call('POST', at(quota, 'simulate'), { limit: { day: 0.5 } });
    expect(wrong).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', 'limit.day'));
  });
});
