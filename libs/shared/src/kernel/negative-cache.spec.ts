import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NegativeCache } from './negative-cache.js';

describe('NegativeCache', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const error = new Error('no');

  it('keeps an entry for one second', () => {
    const cache = new NegativeCache<Error>();
    cache.add('a', error);

    vi.advanceTimersByTime(999);
    expect(cache.find('a')).toBe(error);
    vi.advanceTimersByTime(1);
    expect(cache.find('a')).toBeUndefined();
  });

  it('evicts the oldest entry if it is full', () => {
    const cache = new NegativeCache<Error>(2);
    for (const key of ['a', 'b', 'c']) cache.add(key, error);

    expect(['a', 'b', 'c'].map((key) => cache.find(key))).toEqual([undefined, error, error]);
  });

  it('forgets all entries if it is cleared', () => {
    const cache = new NegativeCache<Error>();
    cache.add('a', error);
    cache.clear();

    expect(cache.find('a')).toBeUndefined();
  });
});
