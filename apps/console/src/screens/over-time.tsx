import { useMemo } from 'preact/hooks';
import { client } from '../client.js';
import { countOf } from '../format.js';
import { Bars } from '../parts/bars.tsx';
import { useLoaded } from '../parts/load.js';
import { OPERATIONS, parametersOf, queryOf, TIME, type Row, type Search } from './search-query.js';

const DAY = 86_400;
const HOUR = 3_600;
/** Spans of more than this are counted by the day, in seconds. */
const BY_HOUR = 3 * DAY;

/** Bars that a screen can show. */
const MOST = 1_000;

/** Seconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Bar {
  readonly time: number;
  readonly count: number;
}

/** What is found, over time. One drags over a span to see that alone. */
export function OverTime({
  wanted,
  onZoom,
}: {
  readonly wanted: Search;
  readonly onZoom: (from: number, to: number) => void;
}) {
  const { value } = useLoaded(JSON.stringify(parametersOf(wanted)), (signal) => count(wanted, signal));
  const bars = value.value;
  const [times, counts] = useMemo(
    () => [(bars ?? []).map(({ time }) => time), (bars ?? []).map(({ count: of }) => of)],
    [bars],
  );
  if (bars === undefined || bars.length === 0) return null;
  const most = countOf(Math.max(...counts));
  return (
    <Bars
      times={times}
      counts={counts}
      step={stepOf(spanOf(wanted))}
      label={`What was found over time, at most ${most} at a time`}
      onZoom={onZoom}
    />
  );
}

const stepOf = ({ from, to }: Span) => (to - from <= BY_HOUR ? HOUR : DAY);

async function count(wanted: Search, signal: AbortSignal): Promise<readonly Bar[]> {
  const { sort: _, ...query } = queryOf(wanted);
  const span = spanOf(wanted);
  const step = stepOf(span);
  const group = {
    keys: [
      { key: TIME[wanted.records], name: 'time', date_format: step === DAY ? '%Y-%m-%d' : '%Y-%m-%dT%H' },
    ],
    fields: [{ name: 'count', operator: 'count' as const }],
  };
  const { results } = await client.call(
    OPERATIONS[wanted.records].stat,
    { body: { query: { ...query, aggregate: [{ group }] } } },
    { signal },
  );
  const found = new Map(
    (results as unknown as Row[]).map(({ time, count: of }) => [
      Date.parse(`${String(time)}${step === DAY ? 'T00:00Z' : ':00Z'}`) / 1_000,
      Number(of),
    ]),
  );
  return withGaps(found, step, span);
}

/** Where nothing was found there is a bar of none, from the beginning of the span to its end. */
function withGaps(found: ReadonlyMap<number, number>, step: number, span: Span): readonly Bar[] {
  if (found.size === 0) return [];
  const first = Math.floor(Math.min(...found.keys(), span.from) / step) * step;
  const last = Math.max(...found.keys(), Math.floor(span.to / step) * step);
  const length = Math.min(MOST, (last - first) / step + 1);
  return Array.from({ length }, (_, index) => first + index * step).map((time) => ({
    time,
    count: found.get(time) ?? 0,
  }));
}

/** What is not a time, or a time like `now - 1d`, is left to what is found. */
function spanOf({ from, to }: Search): Span {
  const ends = instantOf(to === '' ? 'now' : to) ?? Number.NEGATIVE_INFINITY;
  return { from: instantOf(from) ?? Number.POSITIVE_INFINITY, to: ends };
}

/** Seconds since 1970. */
function instantOf(text: string): number | undefined {
  const now = Date.now() / 1_000;
  if (text === 'now') return now;
  const [, ago, unit] = /^now\s*-\s*(\d+)([hd])$/.exec(text) ?? [];
  if (ago !== undefined) return now - Number(ago) * (unit === 'h' ? HOUR : DAY);
  const time = Date.parse(text) / 1_000;
  return Number.isNaN(time) ? undefined : time;
}
