import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../parts/bar-times.js';
import type { Bar } from '../parts/bars.tsx';
import { currentDomain } from '../session.js';
import type { Severity } from '../severity.js';
import { OPERATIONS, TIME_FIELD, type Records, type Row } from './search-query.js';

/** The width of a bar. */
type Step = typeof HOUR_SECONDS | typeof DAY_SECONDS;

/** The maximum number of bars. */
const MAX_BARS = 1_000;

/** Seconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The number of records of each severity. */
export type Counts = Readonly<Partial<Record<Severity, number>>>;

/** Returns the number of records by hour or day and severity; the keys are in seconds since 1970. */
export async function countRecords(
  step: Step,
  records: Records,
  query: Pick<Schemas['Query'], 'filter' | 'keyword'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Counts>> {
  const group = {
    keys: [
      {
        key: TIME_FIELD[records],
        name: 'time',
        date_format: step === DAY_SECONDS ? '%Y-%m-%d' : '%Y-%m-%dT%H',
      },
      { key: 'severity', name: 'severity' },
    ],
    fields: [{ name: 'count', operator: 'count' as const }],
  };
  const { results } = await client.call(
    OPERATIONS[records].stat,
    { body: { domain_id: currentDomain(), query: { ...query, aggregate: [{ group }] } } },
    { signal },
  );
  const counts = new Map<number, Counts>();
  for (const { time, severity, count } of results as unknown as Row[]) {
    const start = Date.parse(`${String(time)}${step === DAY_SECONDS ? 'T00:00Z' : ':00Z'}`) / 1_000;
    counts.set(start, { ...counts.get(start), [String(severity)]: Number(count) });
  }
  return counts;
}

/** Adds empty bars for all steps of the span without records. */
export function fillGaps(
  counts: ReadonlyMap<number, Counts>,
  step: Step,
  { from, to }: Span,
): readonly Bar[] {
  const first = Math.floor(Math.min(...counts.keys(), from) / step) * step;
  const last = Math.max(...counts.keys(), Math.floor(to / step) * step);
  const length = Math.min(MAX_BARS, (last - first) / step + 1);
  // If there are too many bars, the newest are kept.
  return Array.from({ length }, (_, index) => last - (length - 1 - index) * step).map((time) => {
    const severities = counts.get(time) ?? {};
    return { time, severities, count: Object.values(severities).reduce((sum, count) => sum + count, 0) };
  });
}
