import { DAY_SECONDS } from '../parts/bar-times.js';
import type { Condition } from '../screens/search-query.js';

/** The lengths of time that the figures can cover, in days, and how they are called. */
export const SPANS = [
  [1, '24 hours'],
  [7, '7 days'],
  [30, '30 days'],
] as const;

/** The span of figures and the one of equal length before it. ISO 8601. */
export interface Spans {
  readonly from: string;
  readonly to: string;
  readonly before: string;
}

/** Returns the last days and those before them. */
export function spansOf(days: number, now: number): Spans {
  const length = days * DAY_SECONDS * 1_000;
  const [to, from, before] = [now, now - length, now - 2 * length].map((at) => new Date(at).toISOString());
  return { from, to, before } as Spans;
}

export function between(field: string, from: string, to: string): Condition[] {
  return [
    { k: field, v: from, o: 'datetime_gte' },
    { k: field, v: to, o: 'datetime_lt' },
  ];
}
