import { describe, expect, it } from 'vitest';
import { hashSecret, isSecret, generateSecret } from './api-key-secret.js';

describe('API key secret', () => {
  it('is unique and matches the documented format', () => {
    const keys = Array.from({ length: 1000 }, generateSecret);
    expect(new Set(keys).size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^tocsin_[0-9A-Za-z]{46}$/);
    expect(keys.every(isSecret)).toBe(true);
  });

  it('is invalid if any one character or its length is changed', () => {
    const key = generateSecret();
    for (let place = 0; place < key.length; place++) {
      const other = key[place] === 'a' ? 'b' : 'a';
      expect(isSecret(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    }
    expect(isSecret('')).toBe(false);
    expect(isSecret(`${key}0`)).toBe(false);
  });

  it('keeps its format, checksum and digest length across releases', () => {
    expect(isSecret(`tocsin_${'0'.repeat(40)}2kaqcA`)).toBe(true);
    expect(hashSecret('tocsin')).toHaveLength(32);
  });
});
