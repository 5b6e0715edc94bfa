import { expect, it } from 'vitest';
import { isDay } from './instant.js';

it.each(['2026-11-20', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true);
});

it.each(['0000-01-01', '2025-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-1-1', '2026-11-20T10'])(
  '%s is not a day',
  (text) => {
    expect(isDay(text)).toBe(false);
  },
);
