import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getSubject, type Caller } from '#shared/kernel/scope.js';
import { RequestLimits } from './request-limits.js';

const caller = (api_key_id: string | null, user_id = 'u'): Caller => ({
  root: false,
  api_key_id,
  domain_id: 'd',
  user_id,
  role: 'ADMIN',
});

function createReply() {
  const headers: Record<string, unknown> = {};
  const reply = {
    getHeader: (name: string) => headers[name],
    header: (name: string, value: unknown) => (headers[name] = value),
  } as unknown as FastifyReply;
  return { reply, headers };
}

/** Returns the error code, if any, and the rate limit headers of the response. */
async function runWithReply(work: (reply: FastifyReply) => Promise<void>) {
  const { reply, headers } = createReply();
  const error = await work(reply).catch((refused: { code: string; retryAfter: number }) => refused);
  return { code: error?.code, retryAfter: error?.retryAfter, headers };
}

describe('RequestLimits', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  it('limits the requests of each key per minute, and reports the remaining ones in headers', async () => {
    const limits = new RequestLimits({ perKey: 2, failedAuthentication: 0 });
    const ask = (who: Caller) => runWithReply((reply) => limits.take(who, reply));
    expect(await ask(caller('a'))).toEqual({
      headers: { 'ratelimit-policy': '"key";q=2;w=60', ratelimit: '"key";r=1;t=60' },
    });
    vi.advanceTimersByTime(20_000);
    expect((await ask(caller('a'))).headers.ratelimit).toBe('"key";r=0;t=40');
    expect(await ask(caller('a'))).toMatchObject({
      code: 'ERROR_RATE_LIMITED',
      retryAfter: 40,
      headers: { ratelimit: '"key";r=0;t=40' },
    });
    expect((await ask(caller('b'))).code).toBeUndefined();
    for (const user of ['u1', 'u2']) expect((await ask(caller(null, user))).code).toBeUndefined();
    expect(await ask({ root: true })).toEqual({ headers: {} });
    vi.advanceTimersByTime(40_000);
    expect((await ask(caller('a'))).code).toBeUndefined();
  });

  it("limits the operator's sessions of each domain by themselves", async () => {
    const limits = new RequestLimits({ perKey: 1, failedAuthentication: 0 });
    const session = (domain_id: string) => ({ ...caller(null, 'root'), domain_id, operator: true }) as Caller;
    const ask = (domain_id: string) => runWithReply((reply) => limits.take(session(domain_id), reply));
    expect((await ask('da')).code).toBeUndefined();
    expect((await ask('da')).code).toBe('ERROR_RATE_LIMITED');
    expect((await ask('db')).code).toBeUndefined();
  });

  it('limits the tests of each subscription, whoever asks for them', async () => {
    const limits = new RequestLimits({ perKey: 0, failedAuthentication: 0 });
    const verify = (domain_id: string, subscription_id: string) =>
      runWithReply((reply) => limits.takeVerification(domain_id, subscription_id, reply));
    for (let n = 0; n < 10; n += 1) expect((await verify('d', 'a')).code).toBeUndefined();
    expect(await verify('d', 'a')).toMatchObject({ code: 'ERROR_RATE_LIMITED', retryAfter: 60 });
    expect((await verify('d', 'b')).code).toBeUndefined();
    expect((await verify('other', 'a')).code).toBeUndefined();
    vi.advanceTimersByTime(60_000);
    expect((await verify('d', 'a')).code).toBeUndefined();
  });
});

it('getSubject distinguishes callers by key, or by user if they have none', () => {
  const callers: Caller[] = [{ root: true }, caller('a'), caller(null, 'x'), caller(null, 'y')];
  expect(new Set(callers.map(getSubject)).size).toBe(4);
});
