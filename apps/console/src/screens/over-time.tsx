import { countOf } from '../format.js';
import { Bars } from '../parts/bars.tsx';
import { useLoaded } from '../parts/load.js';
import { countedBy, DAY, HOUR, withGaps, type Bar, type Span } from './counted.js';
import { parametersOf, queryOf, type Search } from './search-query.js';

/** Seconds. Longer spans are counted by day instead of hour. */
const BY_HOUR = 3 * DAY;

/** A chart of the found records over time. Dragging over a span narrows the search to it. */
export function OverTime({
  wanted,
  onZoom,
}: {
  readonly wanted: Search;
  readonly onZoom: (from: number, to: number) => void;
}) {
  const { value, failure } = useLoaded(JSON.stringify(parametersOf(wanted)), (signal) =>
    count(wanted, signal),
  );
  const bars = value.value;
  if (failure.value !== undefined || bars === undefined || bars.length === 0) return null;
  const most = countOf(Math.max(...bars.map(({ count: of }) => of)));
  return (
    <Bars
      bars={bars}
      step={stepOf(spanOf(wanted))}
      label={`Search results over time, at most ${most} in a bar`}
      onZoom={onZoom}
    />
  );
}

const stepOf = ({ from, to }: Span) => (to - from <= BY_HOUR ? HOUR : DAY);

async function count(wanted: Search, signal: AbortSignal): Promise<readonly Bar[]> {
  const { sort: _, ...query } = queryOf(wanted);
  const span = spanOf(wanted);
  const step = stepOf(span);
  const found = await countedBy(step, wanted.records, query, signal);
  return found.size === 0 ? [] : withGaps(found, step, span);
}

/** Returns the span of a search. If an end is unlimited or cannot be parsed, the found records determine it. */
function spanOf({ from, to }: Search): Span {
  const ends = instantOf(to === '' ? 'now' : to) ?? Number.NEGATIVE_INFINITY;
  return { from: instantOf(from) ?? Number.POSITIVE_INFINITY, to: ends };
}

/** Converts a time like `now - 1d`, or ISO 8601, to seconds since 1970; `undefined` if it is neither. */
function instantOf(text: string): number | undefined {
  const now = Date.now() / 1_000;
  if (text === 'now') return now;
  const [, ago, unit] = /^now\s*-\s*(\d+)([hd])$/.exec(text) ?? [];
  if (ago !== undefined) return now - Number(ago) * (unit === 'h' ? HOUR : DAY);
  const time = Date.parse(text) / 1_000;
  return Number.isNaN(time) ? undefined : time;
}
