import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusals } from './refusals.js';

describe('Refusals', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const error = new Error('no');

  it('lasts a second', () => {
    const refusals = new Refusals();
    refusals.remember('a', error);

    vi.advanceTimersByTime(999);
    expect(refusals.find('a')).toBe(error);
    vi.advanceTimersByTime(1);
    expect(refusals.find('a')).toBeUndefined();
  });

  it('holds so many and not more', () => {
    const refusals = new Refusals(2);
    for (const key of ['a', 'b', 'c']) refusals.remember(key, error);

    expect(['a', 'b', 'c'].map((key) => refusals.find(key))).toEqual([undefined, error, error]);
  });

  it('is forgotten when something changed', () => {
    const refusals = new Refusals();
    refusals.remember('a', error);
    refusals.forgetAll();

    expect(refusals.find('a')).toBeUndefined();
  });
});
