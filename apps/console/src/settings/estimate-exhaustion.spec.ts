import { expect, it } from 'vitest';
import { estimateExhaustion, type QuotaWindow } from './estimate-exhaustion.js';

it.each<[number, number, QuotaWindow, string, string | undefined]>([
  [50, 100, 'day', '2026-11-25T06:00:00Z', '2026-11-25T12:00:00.000Z'],
  [25, 100, 'day', '2026-11-25T06:00:00Z', undefined],
  [0, 100, 'day', '2026-11-25T06:00:00Z', undefined],
  [100, 100, 'day', '2026-11-25T06:00:00Z', '2026-11-25T06:00:00.000Z'],
  [50, 100, 'month', '2026-11-11T00:00:00Z', '2026-11-21T00:00:00.000Z'],
  [50, 100, 'month', '2026-11-16T00:00:00Z', undefined],
  [0, 0, 'month', '2026-11-16T00:00:00Z', undefined],
])('a quota with %i of %i units per %s used at %s is exhausted at %s', (used, limit, window, now, at) => {
  expect(estimateExhaustion(used, limit, window, new Date(now))?.toISOString()).toBe(at);
});
