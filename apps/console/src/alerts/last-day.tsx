import { linkTo } from '../address.js';
import { serverNow } from '../clock.js';
import { formatCount } from '../format.js';
import { HOUR_SECONDS } from '../parts/bar-times.js';
import type { Bar } from '../parts/bars.tsx';
import { Age } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { countRecords, fillGaps } from '../screens/count-records.js';
import type { Source } from '../sources/read-sources.js';

const HOURS = 24;
/** Milliseconds. */
const REFRESH_MS = 60_000;
/** The size of the chart in its own units: one for each hour. */
const HEIGHT = 10;

/** The last day in a line: the sources with their last word, and the alarms of each hour. */
export function LastDay({ sources }: { readonly sources: readonly Source[] | undefined }) {
  const bars = useLoaded('last day', readHours, REFRESH_MS).value.value;
  return (
    <div class="last-day">
      <SourcesSummary sources={sources} />
      {bars === undefined ? null : (
        <a href={linkTo('search', undefined, { of: 'events', from: 'now - 1d' })} title={describeBars(bars)}>
          <Hours bars={bars} />
          <span class="help">24 h</span>
        </a>
      )}
    </div>
  );
}

function SourcesSummary({ sources }: { readonly sources: readonly Source[] | undefined }) {
  if (sources === undefined || sources.length === 0) return null;
  const last = sources
    .map(({ health }) => health.last_received_at)
    .filter((at) => at !== null)
    .toSorted()
    .at(-1);
  const quarantined = sources.reduce((sum, { quarantinedCount }) => sum + (quarantinedCount ?? 0), 0);
  return (
    <a href={linkTo('sources')} class="help">
      {sources.length === 1 ? '1 source' : `${formatCount(sources.length)} sources`}
      {last === undefined ? ', never heard' : ', last heard '}
      {last === undefined ? null : <Age at={last} suffix=" ago" />}
      {quarantined === 0 ? null : `, ${formatCount(quarantined)} in quarantine`}
    </a>
  );
}

function Hours({ bars }: { readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <svg
      class="hours"
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={describeBars(bars)}
    >
      {bars.map(({ time, count }, index) => {
        const height = count === 0 ? 0 : Math.max(0.8, (count / most) * HEIGHT);
        return <rect key={time} x={index + 0.12} y={HEIGHT - height} width={0.76} height={height} />;
      })}
    </svg>
  );
}

function describeBars(bars: readonly Bar[]): string {
  const counts = bars.map(({ count }) => count);
  const sum = formatCount(counts.reduce((all, count) => all + count, 0));
  return `${sum} alarms in the last 24 hours, at most ${formatCount(Math.max(...counts))} in an hour`;
}

async function readHours(signal: AbortSignal): Promise<readonly Bar[]> {
  const to = serverNow() / 1_000;
  const from = (Math.floor(to / HOUR_SECONDS) - HOURS + 1) * HOUR_SECONDS;
  const filter = [
    { k: 'created_at', v: new Date(from * 1_000).toISOString(), o: 'datetime_gte' as const },
    { k: 'event_type', v: 'ALERT', o: 'eq' as const },
  ];
  return fillGaps(await countRecords(HOUR_SECONDS, 'events', { filter }, signal), HOUR_SECONDS, { from, to });
}
