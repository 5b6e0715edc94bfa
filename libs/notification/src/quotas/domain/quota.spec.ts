import { describe, expect, it } from 'vitest';
import { getWindowLimit, validateLimit, findLimitWarnings } from './quota-limit.js';
import { Quota } from './quota.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const LATER = new Date('2026-11-20T11:00:00.000Z');

describe('Quota', () => {
  it('replaces the whole limit, and reports no change if it is equal', () => {
    const quota = Quota.create({ domain_id: 'd1', protocol_id: 'email', limit: { day: 1, month: 2 } }, NOW);
    expect(quota.update({ limit: { month: 2, day: 1 } }, LATER)).toBe(false);
    expect(quota.update({ limit: { month: 3 } }, LATER)).toBe(true);
    expect(quota).toMatchObject({ limit: { month: 3 }, created_at: NOW, updated_at: LATER });
    expect(quota.limit).not.toHaveProperty('day');
  });

  it('keeps its mark, if none is given', () => {
    const quota = Quota.create({ domain_id: 'd1', protocol_id: 'email', limit: { day: 1 } }, NOW);
    expect(quota.update({ limit: { day: 1 }, managed_by: 'shop/checkout' }, LATER)).toBe(true);
    expect(quota.update({ limit: { day: 2 } }, LATER)).toBe(true);
    expect(quota).toMatchObject({ limit: { day: 2 }, managed_by: 'shop/checkout' });
    expect(quota.update({ limit: { day: 2 }, managed_by: null }, LATER)).toBe(true);
    expect(quota).toMatchObject({ limit: { day: 2 }, managed_by: null });
  });
});

describe('a limit', () => {
  it.each([{}, { day: -1 }, { month: 0 }, { day: 1, month: 2 ** 53 - 1 }])('may be %j', (limit) => {
    expect(validateLimit(limit)).toEqual(limit);
  });

  it.each([{ day: -2 }, { month: 1.5 }, { day: 2 ** 53 }, { month: Number.NaN }])(
    'may not be %j',
    (limit) => {
      expect(() => validateLimit(limit)).toThrow(`limit.${Object.keys(limit)[0]} must be a whole number`);
    },
  );

  it('is unlimited where it is -1 or absent', () => {
    expect([
      getWindowLimit({ day: -1 }, 'day'),
      getWindowLimit({}, 'month'),
      getWindowLimit({ day: 0 }, 'day'),
    ]).toEqual([Infinity, Infinity, 0]);
  });

  it.each([
    [{ day: 5, month: 4 }, 1],
    [{ day: 5, month: 5 }, 0],
    [{ day: -1, month: 4 }, 0],
    [{ day: 5, month: -1 }, 0],
  ])('%j has %i warnings', (limit, warnings) => expect(findLimitWarnings(limit)).toHaveLength(warnings));
});
