import { expect, it } from 'vitest';
import { settlementOf } from './settle-attempt.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const fresh = { attempts: 1, expires_at: new Date('2026-11-21T10:00:00.000Z') };
const middle = () => 0.5;

it('ends with what was sent or will never be', () => {
  expect(settlementOf({ outcome: 'sent' }, fresh, NOW)).toEqual({
    state: 'SENT',
    reason: null,
    next_attempt_at: null,
  });
  expect(settlementOf({ outcome: 'failed', reason: 'answered 404' }, fresh, NOW)).toEqual({
    state: 'FAILED',
    reason: 'answered 404',
    next_attempt_at: null,
  });
});

it('tries again', () => {
  expect(settlementOf({ outcome: 'retry', reason: 'answered 503' }, fresh, NOW, middle)).toEqual({
    state: 'PENDING',
    reason: 'answered 503',
    next_attempt_at: new Date('2026-11-20T10:00:05.000Z'),
  });
});

it('gives up what would expire before the next attempt', () => {
  const old = { attempts: 9, expires_at: new Date('2026-11-20T10:59:00.000Z') };
  expect(settlementOf({ outcome: 'retry', reason: 'answered 503' }, old, NOW, middle)).toEqual({
    state: 'FAILED',
    reason: 'answered 503; it was given up',
    next_attempt_at: null,
  });
});
