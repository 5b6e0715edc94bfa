import { formatCount } from '../format.js';
import { Bars } from '../parts/bars.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { LoadState } from '../parts/load-state.tsx';
import { countRecords, HOUR_SECONDS, fillGaps, type Bar } from './count-records.js';

const HOURS = 24;
/** Milliseconds. */
const REFRESH_MS = 60_000;

/** A chart of the number of alarms in each of the last 24 hours. */
export function LastDay() {
  const loaded = useLoaded('last day', readHours, REFRESH_MS);
  const bars = loaded.value.value;
  return (
    <section>
      <h2>Last 24 hours</h2>
      <LoadState loaded={loaded} />
      {bars === undefined ? null : <Bars bars={bars} step={HOUR_SECONDS} label={describeBars(bars)} />}
    </section>
  );
}

function describeBars(bars: readonly Bar[]): string {
  const counts = bars.map(({ count }) => count);
  const sum = formatCount(counts.reduce((all, count) => all + count, 0));
  return `${sum} alarms in the last 24 hours, at most ${formatCount(Math.max(...counts))} in an hour`;
}

async function readHours(signal: AbortSignal): Promise<readonly Bar[]> {
  const to = Date.now() / 1_000;
  const from = (Math.floor(to / HOUR_SECONDS) - HOURS + 1) * HOUR_SECONDS;
  const filter = [
    { k: 'created_at', v: new Date(from * 1_000).toISOString(), o: 'datetime_gte' as const },
    { k: 'event_type', v: 'ALERT', o: 'eq' as const },
  ];
  return fillGaps(await countRecords(HOUR_SECONDS, 'events', { filter }, signal), HOUR_SECONDS, { from, to });
}
