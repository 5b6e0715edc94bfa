import { describe, expect, it } from 'vitest';
import type { AttemptResult } from '../protocol.js';
import { PostDeduplicator } from './post-deduplicator.js';

const SENT: AttemptResult = { verdict: { outcome: 'sent' }, status: 200, answer: 'ok' };
const UNAVAILABLE: AttemptResult = {
  verdict: { outcome: 'retry', reason: 'answered 503', nothingLeft: false },
  status: 503,
  answer: '',
};

function createDeduplicator(...results: readonly AttemptResult[]) {
  const deduplicator = new PostDeduplicator();
  let posted = 0;
  const post = async () => results[Math.min(posted++, results.length - 1)] ?? SENT;
  return {
    postOnce: (id: string, key = 'delivery') => deduplicator.postOnce(key, id, post),
    posted: () => posted,
  };
}

describe('PostDeduplicator', () => {
  it('posts once for concurrent and later notifications of one delivery', async () => {
    const { postOnce, posted } = createDeduplicator(SENT);
    const together = await Promise.all(['a', 'b', 'c'].map((id) => postOnce(id)));
    const later = await postOnce('d');
    expect(posted()).toBe(1);
    expect([...together, later].map(({ verdict }) => verdict.outcome)).toEqual([
      'sent',
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(later.verdict).toMatchObject({ as: 'SENT' });
  });

  it('retries all notifications after a failed post, and charges only one attempt', async () => {
    const { postOnce, posted } = createDeduplicator(UNAVAILABLE, SENT);
    const [first, second] = await Promise.all([postOnce('a'), postOnce('b')]);
    expect([first?.verdict, second?.verdict]).toMatchObject([
      { outcome: 'retry', nothingLeft: false },
      { outcome: 'retry', nothingLeft: false, isFree: true },
    ]);
    expect((await postOnce('b')).verdict).toEqual({ outcome: 'sent' });
    expect((await postOnce('a')).verdict).toMatchObject({ outcome: 'skipped' });
    expect(posted()).toBe(2);
  });

  it('posts again if a notification is resent', async () => {
    const { postOnce, posted } = createDeduplicator(SENT);
    await postOnce('a');
    await postOnce('b');
    expect((await postOnce('a')).verdict).toEqual({ outcome: 'sent' });
    expect(posted()).toBe(2);
  });

  it('remembers no response that was sent', async () => {
    const { postOnce } = createDeduplicator(SENT);
    const [first, concurrent] = await Promise.all([postOnce('a'), postOnce('b')]);
    expect([first?.answer, concurrent?.answer]).toEqual(['ok', 'ok']);
    expect(await postOnce('c')).toMatchObject({ status: 200, answer: null });
  });

  it('posts each delivery separately', async () => {
    const { postOnce, posted } = createDeduplicator(SENT);
    await postOnce('a', 'one');
    await postOnce('b', 'two');
    expect(posted()).toBe(2);
  });
});
