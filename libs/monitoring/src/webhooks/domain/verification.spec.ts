import { describe, expect, it } from 'vitest';
import { aWebhook, NOW } from '../../../test/webhooks.js';
import { MAX_ATTEMPTS, Verification } from './verification.js';

const check = (ok: boolean) => ({ name: 'samples', ok, message: '' });

describe('Verification', () => {
  it('is of the version that the webhook runs', () => {
    expect(Verification.request(aWebhook(), NOW)).toMatchObject({
      state: 'PENDING',
      version: '1.1.0',
      attempts: 0,
    });
  });

  it('is VERIFIED when every check is right, else FAILED', () => {
    const [right, wrong] = [Verification.request(aWebhook(), NOW), Verification.request(aWebhook(), NOW)];

    right.finish([check(true), check(true)], NOW);
    wrong.finish([check(true), check(false)], NOW);

    expect(right).toMatchObject({ state: 'VERIFIED', finished_at: NOW });
    expect(wrong.state).toBe('FAILED');
  });

  it('gives up after the last attempt', () => {
    const verification = Verification.request(aWebhook(), NOW);

    verification.attempts = MAX_ATTEMPTS - 1;
    expect(verification.failIfExhausted('no answer', NOW)).toBe(false);
    verification.attempts = MAX_ATTEMPTS;
    expect(verification.failIfExhausted('no answer', NOW)).toBe(true);
    expect(verification.state).toBe('FAILED');
    expect(verification.checks[0]?.message).toBe('gave up after 5 attempts: no answer');
  });
});
