import { formatCount } from '../format.js';
import { Bars } from '../parts/bars.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { countRecords, DAY_SECONDS, HOUR_SECONDS, fillGaps, type Bar, type Span } from './count-records.js';
import { toParameters, toQuery, type Search } from './search-query.js';

/** Seconds. Longer spans are counted by day instead of hour. */
const MAX_HOURLY_SPAN_SECONDS = 3 * DAY_SECONDS;

/** A chart of the found records over time. Dragging over a span narrows the search to it. */
export function OverTime({
  search,
  onZoom,
}: {
  readonly search: Search;
  readonly onZoom: (from: number, to: number) => void;
}) {
  const { value, failure } = useLoaded(JSON.stringify(toParameters(search)), (signal) =>
    countBars(search, signal),
  );
  const bars = value.value;
  if (failure.value !== undefined || bars === undefined || bars.length === 0) return null;
  const maxCount = formatCount(Math.max(...bars.map(({ count: of }) => of)));
  return (
    <Bars
      bars={bars}
      step={stepOf(spanOf(search))}
      label={`Search results over time, at most ${maxCount} in a bar`}
      onZoom={onZoom}
    />
  );
}

const stepOf = ({ from, to }: Span) => (to - from <= MAX_HOURLY_SPAN_SECONDS ? HOUR_SECONDS : DAY_SECONDS);

async function countBars(search: Search, signal: AbortSignal): Promise<readonly Bar[]> {
  const { sort: _, ...query } = toQuery(search);
  const span = spanOf(search);
  const step = stepOf(span);
  const found = await countRecords(step, search.records, query, signal);
  return found.size === 0 ? [] : fillGaps(found, step, span);
}

/** Returns the span of a search. If an end is unlimited or cannot be parsed, the found records determine it. */
function spanOf({ from, to }: Search): Span {
  const ends = parseInstant(to === '' ? 'now' : to) ?? Number.NEGATIVE_INFINITY;
  return { from: parseInstant(from) ?? Number.POSITIVE_INFINITY, to: ends };
}

/** Converts a time like `now - 1d`, or ISO 8601, to seconds since 1970; `undefined` if it is neither. */
function parseInstant(text: string): number | undefined {
  const now = Date.now() / 1_000;
  if (text === 'now') return now;
  const [, amount, unit] = /^now\s*-\s*(\d+)([hd])$/.exec(text) ?? [];
  if (amount !== undefined) return now - Number(amount) * (unit === 'h' ? HOUR_SECONDS : DAY_SECONDS);
  const time = Date.parse(text) / 1_000;
  return Number.isNaN(time) ? undefined : time;
}
