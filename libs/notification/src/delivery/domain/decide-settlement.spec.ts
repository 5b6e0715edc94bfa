import { expect, it } from 'vitest';
import { decideSettlement } from './decide-settlement.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const firstAttempt = { attempts: 1, expires_at: new Date('2026-11-21T10:00:00.000Z') };
const noJitter = () => 0.5;

it('settles sent and permanently failed attempts without another attempt', () => {
  expect(decideSettlement({ outcome: 'sent' }, firstAttempt, NOW)).toEqual({
    state: 'SENT',
    reason: null,
    next_attempt_at: null,
  });
  expect(decideSettlement({ outcome: 'failed', reason: 'answered 404' }, firstAttempt, NOW)).toEqual({
    state: 'FAILED',
    reason: 'answered 404',
    next_attempt_at: null,
  });
});

it('schedules another attempt if the outcome is retry', () => {
  expect(decideSettlement({ outcome: 'retry', reason: 'answered 503' }, firstAttempt, NOW, noJitter)).toEqual(
    {
      state: 'PENDING',
      reason: 'answered 503',
      next_attempt_at: new Date('2026-11-20T10:00:05.000Z'),
    },
  );
});

it('fails a notification that would expire before its next attempt', () => {
  const lastAttempt = { attempts: 9, expires_at: new Date('2026-11-20T10:59:00.000Z') };
  expect(decideSettlement({ outcome: 'retry', reason: 'answered 503' }, lastAttempt, NOW, noJitter)).toEqual({
    state: 'FAILED',
    reason: 'answered 503; it was given up',
    next_attempt_at: null,
  });
});
