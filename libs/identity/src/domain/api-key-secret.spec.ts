import { describe, expect, it } from 'vitest';
import { digestOf, isSecret, newSecret } from './api-key-secret.js';

describe('an API key', () => {
  it('has the published form and is never the same twice', () => {
    const keys = Array.from({ length: 1000 }, newSecret);
    expect(new Set(keys).size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^tocsin_[0-9A-Za-z]{46}$/);
    expect(keys.every(isSecret)).toBe(true);
  });

  it('is refused with any one character mistyped', () => {
    const key = newSecret();
    for (let place = 0; place < key.length; place++) {
      const other = key[place] === 'a' ? 'b' : 'a';
      expect(isSecret(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    }
    expect(isSecret('')).toBe(false);
    expect(isSecret(`${key}0`)).toBe(false);
  });

  it('keeps its form across releases', () => {
    expect(isSecret(`tocsin_${'0'.repeat(40)}2kaqcA`)).toBe(true);
    expect(digestOf('tocsin')).toHaveLength(32);
  });
});
