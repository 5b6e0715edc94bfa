import { describe, expect, it } from 'vitest';
import type { AttemptResult } from '../protocol.js';
import { PostOnce } from './post-once.js';

const SENT: AttemptResult = { verdict: { outcome: 'sent' }, status: 200, answer: 'ok' };
const AWAY: AttemptResult = {
  verdict: { outcome: 'retry', reason: 'answered 503', nothingLeft: false },
  status: 503,
  answer: '',
};

function counting(...results: readonly AttemptResult[]) {
  const once = new PostOnce();
  let posted = 0;
  const post = async () => results[Math.min(posted++, results.length - 1)] ?? SENT;
  return { make: (id: string, key = 'delivery') => once.make(key, id, post), posted: () => posted };
}

describe('of notifications that mean one delivery', () => {
  it('the first posts it, also for those that come while it does and after', async () => {
    const { make, posted } = counting(SENT);
    const together = await Promise.all(['a', 'b', 'c'].map((id) => make(id)));
    const later = await make('d');
    expect(posted()).toBe(1);
    expect([...together, later].map(({ verdict }) => verdict.outcome)).toEqual([
      'sent',
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(later.verdict).toMatchObject({ as: 'SENT' });
  });

  it('all are tried again when it failed, and only one attempt costs', async () => {
    const { make, posted } = counting(AWAY, SENT);
    const [first, second] = await Promise.all([make('a'), make('b')]);
    expect([first?.verdict, second?.verdict]).toMatchObject([
      { outcome: 'retry', nothingLeft: false },
      { outcome: 'retry', nothingLeft: true },
    ]);
    expect((await make('b')).verdict).toEqual({ outcome: 'sent' });
    expect((await make('a')).verdict).toMatchObject({ outcome: 'skipped' });
    expect(posted()).toBe(2);
  });

  it('one that is resent is posted again', async () => {
    const { make, posted } = counting(SENT);
    await make('a');
    await make('b');
    expect((await make('a')).verdict).toEqual({ outcome: 'sent' });
    expect(posted()).toBe(2);
  });

  it('another delivery is another post', async () => {
    const { make, posted } = counting(SENT);
    await make('a', 'one');
    await make('b', 'two');
    expect(posted()).toBe(2);
  });
});
