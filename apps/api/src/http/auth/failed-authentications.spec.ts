import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { FailedAuthentications } from './failed-authentications.js';
import type { Refusals } from './refusals.js';

const LIMIT = 3;
const DELAY_MS = 1_000;

function createGuesser() {
  const metrics = new Metrics();
  const failures = new FailedAuthentications(
    { perKey: 0, failedAuthentication: LIMIT },
    { addFailure: () => Promise.resolve() } as unknown as Refusals,
    metrics,
  );
  const answers: Record<string, string> = {};
  const told: Record<string, unknown>[] = [];
  /** Sends a request with an invalid key. Its response appears in `answers` under `name` when it is sent. */
  const guess = (name: string, address = '192.0.2.1') => {
    const headers: Record<string, unknown> = {};
    told.push(headers);
    const reply = {
      getHeader: (field: string) => headers[field],
      header: (field: string, value: unknown) => (headers[field] = value),
    } as unknown as FastifyReply;
    failures.add({ kind: 'wrong_credentials', address }, reply).then(
      () => (answers[name] = '401'),
      (error: { code: string; retryAfter: number }) => (answers[name] = `${error.code} ${error.retryAfter}`),
    );
    return vi.advanceTimersByTimeAsync(0);
  };
  return { guess, answers, told, metrics };
}

describe('FailedAuthentications', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('answers the first failures of an address at once, delays the next, and rejects the rest', async () => {
    const { guess, answers, told, metrics } = createGuesser();
    for (let n = 1; n <= 15; n += 1) await guess(`g${n}`);
    expect(answers).toEqual({
      g1: '401',
      g2: '401',
      g3: '401',
      g12: 'ERROR_RATE_LIMITED 60',
      g13: 'ERROR_RATE_LIMITED 60',
      g14: 'ERROR_RATE_LIMITED 60',
      g15: 'ERROR_RATE_LIMITED 60',
    });
    expect(told[0]).toEqual({
      'ratelimit-policy': '"failed-authentication";q=3;w=60',
      ratelimit: '"failed-authentication";r=2;t=60',
    });
    await guess('other', '192.0.2.2');
    expect(answers['other']).toBe('401');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect(['g4', 'g11'].map((name) => answers[name])).toEqual(['401', '401']);
    await guess('later');
    expect(answers['later']).toBeUndefined();
    const text = await metrics.text();
    for (const [answer, count] of Object.entries({ at_once: 4, late: 9, refused: 4 }))
      expect(text).toContain(`tocsin_failed_authentications_total{answer="${answer}"} ${count}`);
  });

  it('resets the limit after a minute, and still counts the responses that are being delayed', async () => {
    const { guess, answers } = createGuesser();
    for (let n = 1; n <= 3; n += 1) await guess(`g${n}`);
    await vi.advanceTimersByTimeAsync(59_500);
    for (let n = 4; n <= 11; n += 1) await guess(`g${n}`);
    await vi.advanceTimersByTimeAsync(500);
    for (let n = 1; n <= 4; n += 1) await guess(`h${n}`);
    expect(['h1', 'h2', 'h3', 'h4'].map((name) => answers[name])).toEqual([
      '401',
      '401',
      '401',
      'ERROR_RATE_LIMITED 60',
    ]);
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    await guess('h5');
    expect(answers['h5']).toBeUndefined();
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect(answers['h5']).toBe('401');
  });

  it('counts an IPv6 network as one address, and limits the delayed responses of all networks', async () => {
    const { guess, answers } = createGuesser();
    for (let n = 1; n <= 12; n += 1) await guess(`v6-${n}`, `2001:db8::${n}`);
    expect(answers['v6-12']).toMatch(/ERROR_RATE_LIMITED/);
    const networks = Array.from({ length: 40 }, (_, at) => `198.51.100.${at}`);
    for (const network of networks)
      for (let n = 1; n <= LIMIT + 8; n += 1) await guess(`${network} ${n}`, network);
    const refused = networks.filter((network) => /RATE/.test(answers[`${network} 11`] ?? ''));
    expect(refused.length).toBe(40 - (256 - 8) / 8);
  });

  it('runs eight sign-ins at the issuer at a time for a network, and 64 in total', async () => {
    const refusals = { addFailure: () => Promise.resolve() } as unknown as Refusals;
    const failures = new FailedAuthentications(
      { perKey: 0, failedAuthentication: 0 },
      refusals,
      new Metrics(),
    );
    const issuer = Promise.withResolvers<string>();
    const signIn = (address: string) =>
      failures.signIn({ kind: 'failed_sign_ins', address }, () => issuer.promise);
    const networks = Array.from({ length: 8 }, (_, at) => `198.51.100.${at}`);
    const running = networks.flatMap((network) => Array.from({ length: 8 }, () => signIn(network)));
    await expect(signIn('198.51.100.0')).rejects.toMatchObject({ code: 'ERROR_RATE_LIMITED' });
    await expect(signIn('192.0.2.1')).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
    issuer.resolve('signed in');
    await Promise.all(running);
    await expect(signIn('192.0.2.1')).resolves.toBe('signed in');
  });
});
