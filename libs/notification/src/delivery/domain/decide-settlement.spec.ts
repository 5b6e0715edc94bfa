import { expect, it } from 'vitest';
import { decideSettlement } from './decide-settlement.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const noJitter = () => 0.5;

it('settles sent and permanently failed attempts without another attempt', () => {
  expect(decideSettlement({ outcome: 'sent' }, 1, NOW)).toEqual({
    state: 'SENT',
    reason: null,
    next_attempt_at: null,
  });
  expect(decideSettlement({ outcome: 'failed', reason: 'answered 404' }, 1, NOW)).toEqual({
    state: 'FAILED',
    reason: 'answered 404',
    next_attempt_at: null,
  });
});

it('does not wait longer for a receiver that is asked too often than it says, however often it was tried', () => {
  const verdict = { outcome: 'retry', reason: 'answered 429', after: 2, isPause: true } as const;
  expect(decideSettlement(verdict, 6, NOW, noJitter).next_attempt_at).toEqual(
    new Date('2026-11-20T10:00:02.000Z'),
  );
});

it('schedules another attempt if the outcome is retry', () => {
  expect(decideSettlement({ outcome: 'retry', reason: 'answered 503' }, 1, NOW, noJitter)).toEqual({
    state: 'PENDING',
    reason: 'answered 503',
    next_attempt_at: new Date('2026-11-20T10:00:05.000Z'),
  });
});
