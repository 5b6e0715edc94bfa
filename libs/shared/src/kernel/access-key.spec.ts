import { describe, expect, it } from 'vitest';
import { findKeyProblem, hashAccessKey, maskAccessKey, generateAccessKey } from './access-key.js';

describe('access key', () => {
  it('has 32 base62 characters, evenly distributed', () => {
    const keys = Array.from({ length: 1_000 }, generateAccessKey);

    expect(new Set(keys).size).toBe(1_000);
    for (const key of keys) expect(key).toMatch(/^[0-9A-Za-z]{32}$/);
    const times = Object.values(Object.groupBy(keys.join(''), (letter) => letter)).map(
      (each) => each?.length ?? 0,
    );
    expect(times).toHaveLength(62);
    // 516 on average. A deviation of 8 standard deviations would be a bug.
    expect(Math.max(...times)).toBeLessThan(700);
  });

  it('may be given, if it has 128 bits or more and looks random', () => {
    for (const key of [
      generateAccessKey(),
      '4b1e0f7c93d25a68be017f3c9d42a586',
      generateAccessKey().repeat(2),
    ])
      expect(findKeyProblem(key)).toBeUndefined();
    for (const key of ['', 'abc', generateAccessKey().slice(1), `${generateAccessKey()}-`, 5, null])
      expect(findKeyProblem(key)).toBe('must be 32 to 64 characters of A-Z a-z 0-9');
    for (const key of ['a'.repeat(32), 'abcdefg'.repeat(5), 'Password1234'.repeat(3), '01234567'.repeat(4)])
      expect(findKeyProblem(key)).toBe('is easy to guess: give a random one');
  });

  it('is known by its SHA-256', () => {
    expect(hashAccessKey('abc').toString('hex')).toMatch(/^ba7816bf/);
  });

  it('shows its last four characters when masked', () => {
    expect(maskAccessKey('0123456789')).toBe('…6789');
  });
});
