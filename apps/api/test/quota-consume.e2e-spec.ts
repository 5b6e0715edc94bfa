import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotaPath, QUOTAS, matchProblem, startQuotaApi, type Body } from './quota-api.js';

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

describe('consume', () => {
  it('200 with the remaining amounts and the RateLimit headers', async () => {
    const quota = await create({ day: 10, month: 100 });
    const { status, body, headers } = await call('POST', quotaPath(quota, 'consume'), { amount: 4 });
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

  it('429 if the amount does not fit, and consumes nothing', async () => {
    const quota = await create({ day: 10 });
    const consume = (amount: number) => call('POST', quotaPath(quota, 'consume'), { amount });
    await consume(8);
    const refused = await consume(3);
    expect(refused).toMatchObject(matchProblem(429, 'ERROR_QUOTA_IS_EXCEEDED'));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['ratelimit']).toMatch(/^"day";r=2;t=\d+$/);
    expect((await consume(2)).status).toBe(200);
    const usage = await call<{ results: Body[] }>('GET', quotaPath(quota, 'usage'));
    expect(usage.body).toMatchObject({
      remaining: { day: 0, month: null },
      results: [{ consumed: 10, refused: 3 }],
      total_count: 1,
    });
  });

  it('rejects everything if the limit is 0, and nothing if there is no limit', async () => {
    expect((await call('POST', quotaPath(await create({ month: 0 }), 'consume'), { amount: 1 })).status).toBe(
      429,
    );
    const { status, body, headers } = await call('POST', quotaPath(await create({ day: -1 }), 'consume'), {
      amount: 1_000_000,
    });
    expect([status, body['remaining'], body['reset_at']]).toEqual([200, { day: null, month: null }, null]);
    expect(headers['ratelimit']).toBeUndefined();
  });

  it('applies the quota of a protocol or the default, and keeps the usage of a deleted quota', async () => {
    const protocol_id = protocol();
    const consume = (amount: number) => call('POST', `${QUOTAS}/consume`, { protocol_id, amount });
    expect((await consume(5)).body).toMatchObject({ remaining: { day: 0, month: null } });
    expect((await consume(1)).status).toBe(429);
    const quota = await create({ day: 8 }, protocol_id);
    expect((await consume(3)).body).toMatchObject({ remaining: { day: 0 } });
    await call('DELETE', quotaPath(quota));
    expect((await consume(1)).status).toBe(429);
    expect((await call('POST', quotaPath(quota, 'consume'), { amount: 1 })).status).toBe(404);
  });

  it.each([0, -1, 1.5, '1', 1_000_001])('400 for the amount %j', async (amount) => {
    const wrong = matchProblem(400, 'ERROR_INVALID_PARAMETER', 'amount');
    expect(await call('POST', quotaPath(await create({}), 'consume'), { amount })).toMatchObject(wrong);
    expect(await call('POST', `${QUOTAS}/consume`, { protocol_id: 'p', amount })).toMatchObject(wrong);
  });

  it('a retry with the same Idempotency-Key consumes once, another request gets 422', async () => {
    const quota = await create({ day: 10 });
    const idempotency = randomUUID();
    const consume = (amount: number) =>
      call('POST', quotaPath(quota, 'consume'), { amount }, { idempotency });
    const first = await consume(4);
    expect((await consume(4)).body).toEqual(first.body);
    expect(await consume(5)).toMatchObject(matchProblem(422, 'ERROR_IDEMPOTENCY_MISMATCH'));
    const together = await Promise.all(Array.from({ length: 8 }, () => consume(4)));
    for (const { body } of together) expect(body).toEqual(first.body);
    const other = await create({ day: 10 });
    const elsewhere = await call('POST', quotaPath(other, 'consume'), { amount: 4 }, { idempotency });
    expect(elsewhere.body['consumption_id']).not.toBe(first.body['consumption_id']);
    expect((await call('GET', quotaPath(quota, 'usage'))).body).toMatchObject({ results: [{ consumed: 4 }] });
  });

  it('an Idempotency-Key is separate for each API key, even of the same user', async () => {
    const quota = await create({ day: 10 });
    const idempotency = randomUUID();
    const by = async (key: string) =>
      (await call('POST', quotaPath(quota, 'consume'), { amount: 4 }, { idempotency, key })).body;
    const [admin, member] = [await by(keys.ADMIN), await by(keys.MEMBER)];
    expect([admin['remaining'], member['remaining']]).toEqual([
      { day: 6, month: null },
      { day: 2, month: null },
    ]);
    expect(await by(keys.MEMBER)).toEqual(member);
    const release = async (key: string, consumption: Body) =>
      call(
        'POST',
        quotaPath(quota, 'release'),
        { consumption_id: consumption['consumption_id'] },
        { idempotency, key },
      );
    expect((await release(keys.ADMIN, admin)).status).toBe(200);
    expect((await release(keys.MEMBER, member)).status).toBe(200);
    expect((await call('GET', quotaPath(quota, 'usage'))).body).toMatchObject({ results: [{ consumed: 0 }] });
  });

  it('400 for an Idempotency-Key that is empty or too long', async () => {
    for (const idempotency of ['""', 'x'.repeat(256)]) {
      const response = await call(
        'POST',
        quotaPath(await create({}), 'consume'),
        { amount: 1 },
        { idempotency },
      );
      expect(response).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'Idempotency-Key'));
    }
  });
});

describe('release', () => {
  it('returns all or part of a consumption, once', async () => {
    const quota = await create({ day: 10 });
    const consume = async () =>
      String((await call('POST', quotaPath(quota, 'consume'), { amount: 5 })).body['consumption_id']);
    const [first, second] = [await consume(), await consume()];
    const release = (consumption_id: string, amount?: number, idempotency?: string) =>
      call(
        'POST',
        quotaPath(quota, 'release'),
        { consumption_id, amount },
        idempotency ? { idempotency } : {},
      );

    expect(await release(first, 6)).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'amount'));
    expect(await release(first, 2)).toMatchObject({
      status: 200,
      body: { consumption_id: first, released: 2, remaining: { day: 2, month: null } },
    });
    expect(await release(first)).toMatchObject(matchProblem(409, 'ERROR_CONFLICT'));
    const released = await release(second, undefined, 'once');
    expect(released).toMatchObject({ status: 200, body: { released: 5, remaining: { day: 7 } } });
    expect((await release(second, undefined, 'once')).body).toEqual(released.body);
    expect(await release(first, undefined, 'once')).toMatchObject(
      matchProblem(422, 'ERROR_IDEMPOTENCY_MISMATCH'),
    );
  });

  it('404 for a consumption of another quota or domain', async () => {
    const [quota, other] = [await create({}), await create({})];
    const { body } = await call('POST', quotaPath(quota, 'consume'), { amount: 1 });
    const asked = { consumption_id: body['consumption_id'] };
    expect(await call('POST', quotaPath(other, 'release'), asked)).toMatchObject(
      matchProblem(404, 'ERROR_NOT_FOUND'),
    );
    const elsewhere = await call('POST', `${QUOTAS}/release`, asked, { key: keys.other });
    expect(elsewhere).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    expect((await call('POST', `${QUOTAS}/release`, asked)).status).toBe(200);
  });

  it('succeeds for only one of several concurrent requests', async () => {
    const quota = await create({ day: 10 });
    const { body } = await call('POST', quotaPath(quota, 'consume'), { amount: 5 });
    const asked = { consumption_id: body['consumption_id'] };
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', quotaPath(quota, 'release'), asked)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
    expect((await call('GET', quotaPath(quota, 'usage'))).body).toMatchObject({ results: [{ consumed: 0 }] });
  });
});

describe('usage and simulation', () => {
  it('sums usage by protocol', async () => {
    const quota = await create({ day: 1 });
    for (const amount of [1, 4]) await call('POST', quotaPath(quota, 'consume'), { amount });
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
    for (const day of ['2025-02-29', '0000-01-01']) {
      const from = await call('GET', quotaPath(quota, `usage?from=${day}`));
      expect(from).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'from'));
    }
    expect((await call('GET', quotaPath(quota, 'usage?to=2020-02-29'))).body).toMatchObject({
      total_count: 0,
    });
  });

  it('pages usage by start and limit, and rejects a cursor', async () => {
    const quota = await create({});
    await call('POST', quotaPath(quota, 'consume'), { amount: 1 });
    const usage = (query: string) => call('GET', quotaPath(quota, `usage?${query}`));
    expect((await usage('page.start=2')).body).toMatchObject({ results: [], total_count: 1 });
    for (const query of ['page.cursor=any', 'page={"cursor":"any"}']) {
      const refused = await usage(query);
      expect(refused).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'page.cursor'));
      expect(JSON.stringify(refused.body)).toContain('start, limit');
    }
    const deep = await usage('page.start=100000&page.limit=1000');
    expect(deep).toMatchObject(matchProblem(400, 'ERROR_INVALID_QUERY', 'page'));
  });

  it('simulates how much a limit would have rejected', async () => {
    const quota = await create({});
    await call('POST', quotaPath(quota, 'consume'), { amount: 10 });
    const { status, body } = await call('POST', quotaPath(quota, 'simulate'), {
      limit: { day: 4, month: 3 },
    });
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
    const wrong = await call('POST', quotaPath(quota, 'simulate'), { limit: { day: 0.5 } });
    expect(wrong).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'limit.day'));
  });
});
