import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { currentDomain } from '../session.js';
import { OPERATIONS, TIME_FIELD, type Records, type Row } from './search-query.js';

/** The widths of a bar, in seconds. */
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;
type Step = typeof HOUR_SECONDS | typeof DAY_SECONDS;

/** The maximum number of bars. */
const MAX_BARS = 1_000;

/** Seconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Bar {
  readonly time: number;
  readonly count: number;
}

/** Returns the number of records by hour or day; the keys are in seconds since 1970. */
export async function countRecords(
  step: Step,
  records: Records,
  query: Pick<Schemas['Query'], 'filter' | 'keyword'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const group = {
    keys: [
      {
        key: TIME_FIELD[records],
        name: 'time',
        date_format: step === DAY_SECONDS ? '%Y-%m-%d' : '%Y-%m-%dT%H',
      },
    ],
    fields: [{ name: 'count', operator: 'count' as const }],
  };
  const { results } = await client.call(
    OPERATIONS[records].stat,
    { body: { domain_id: currentDomain(), query: { ...query, aggregate: [{ group }] } } },
    { signal },
  );
  return new Map(
    (results as unknown as Row[]).map(({ time, count }) => [
      Date.parse(`${String(time)}${step === DAY_SECONDS ? 'T00:00Z' : ':00Z'}`) / 1_000,
      Number(count),
    ]),
  );
}

/** Adds empty bars for all steps of the span without records. */
export function fillGaps(
  counts: ReadonlyMap<number, number>,
  step: Step,
  { from, to }: Span,
): readonly Bar[] {
  const first = Math.floor(Math.min(...counts.keys(), from) / step) * step;
  const last = Math.max(...counts.keys(), Math.floor(to / step) * step);
  const length = Math.min(MAX_BARS, (last - first) / step + 1);
  // If there are too many bars, the newest are kept.
  return Array.from({ length }, (_, index) => last - (length - 1 - index) * step).map((time) => ({
    time,
    count: counts.get(time) ?? 0,
  }));
}
