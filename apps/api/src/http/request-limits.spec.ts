import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { subjectOf, type Caller } from '#shared/kernel/scope.js';
import { RequestLimits } from './request-limits.js';

const caller = (api_key_id: string | null, user_id = 'u'): Caller => ({
  root: false,
  api_key_id,
  domain_id: 'd',
  user_id,
  role: 'ADMIN',
});

function aReply() {
  const headers: Record<string, unknown> = {};
  const reply = {
    getHeader: (name: string) => headers[name],
    header: (name: string, value: unknown) => (headers[name] = value),
  } as unknown as FastifyReply;
  return { reply, headers };
}

/** The code of the refusal, and what the caller is told of the limit. */
async function outcomeOf(work: (reply: FastifyReply) => Promise<void>) {
  const { reply, headers } = aReply();
  const error = await work(reply).catch((refused: { code: string; retryAfter: number }) => refused);
  return { code: error?.code, retryAfter: error?.retryAfter, headers };
}

describe('RequestLimits', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  it('gives each key its share of a minute, and says what is left', async () => {
    const limits = new RequestLimits({ perKey: 2, ofRootKey: 0, failedAuthentication: 0 });
    const ask = (who: Caller) => outcomeOf((reply) => limits.take(who, reply));
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

  it('limits the root key where that is asked for', async () => {
    const limits = new RequestLimits({ perKey: 0, ofRootKey: 1, failedAuthentication: 0 });
    const ask = (who: Caller) => outcomeOf((reply) => limits.take(who, reply));
    expect((await ask({ root: true })).code).toBeUndefined();
    expect((await ask({ root: true })).code).toBe('ERROR_RATE_LIMITED');
    expect(await ask(caller('a'))).toEqual({ headers: {} });
  });

  it('stops an address that guesses, but no key that got in from there before', async () => {
    const limits = new RequestLimits({ perKey: 0, ofRootKey: 0, failedAuthentication: 2 });
    const fail = (address: string) => outcomeOf((reply) => limits.failed(address, reply));
    const admit = (key: string, address: string) => outcomeOf((reply) => limits.admit(key, address, reply));
    limits.succeeded('mine', '192.0.2.1');
    for (let times = 0; times < 2; times++) {
      expect((await admit('guess', '192.0.2.1')).code).toBeUndefined();
      expect((await fail('192.0.2.1')).code).toBeUndefined();
    }
    expect(await admit('guess', '192.0.2.1')).toMatchObject({
      code: 'ERROR_RATE_LIMITED',
      retryAfter: 60,
      headers: { ratelimit: '"failed-authentication";r=0;t=60' },
    });
    expect((await admit('mine', '192.0.2.1')).code).toBeUndefined();
    expect((await admit('guess', '192.0.2.2')).code).toBeUndefined();
    expect((await admit('mine', '192.0.2.2')).code).toBeUndefined();
    vi.advanceTimersByTime(60_000);
    expect((await admit('guess', '192.0.2.1')).code).toBeUndefined();
  });

  it('takes a network of IPv6 for one guesser', async () => {
    const limits = new RequestLimits({ perKey: 0, ofRootKey: 0, failedAuthentication: 1 });
    await outcomeOf((reply) => limits.failed('2001:db8::1', reply));
    const { code } = await outcomeOf((reply) => limits.admit('guess', '2001:db8::2', reply));
    expect(code).toBe('ERROR_RATE_LIMITED');
  });
});

it('a caller is told apart by key, else by domain and user', () => {
  const callers: Caller[] = [{ root: true }, caller('a'), caller(null, 'x'), caller(null, 'y')];
  expect(new Set(callers.map(subjectOf)).size).toBe(4);
});
