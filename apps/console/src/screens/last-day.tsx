import { countOf } from '../format.js';
import { Bars } from '../parts/bars.tsx';
import { useLoaded } from '../parts/load.js';
import { ReadState } from '../parts/read-state.tsx';
import { countedBy, HOUR, withGaps, type Bar } from './counted.js';

const HOURS = 24;
/** Milliseconds. */
const EVERY = 60_000;

/** A chart of the number of alarms in each of the last 24 hours. */
export function LastDay() {
  const loaded = useLoaded('last day', readHours, EVERY);
  const bars = loaded.value.value;
  return (
    <section>
      <h2>Last 24 hours</h2>
      <ReadState of={loaded} />
      {bars === undefined ? null : <Bars bars={bars} step={HOUR} label={labelOf(bars)} />}
    </section>
  );
}

function labelOf(bars: readonly Bar[]): string {
  const counts = bars.map(({ count }) => count);
  const sum = countOf(counts.reduce((all, count) => all + count, 0));
  return `${sum} alarms in the last 24 hours, at most ${countOf(Math.max(...counts))} in an hour`;
}

async function readHours(signal: AbortSignal): Promise<readonly Bar[]> {
  const to = Date.now() / 1_000;
  const from = (Math.floor(to / HOUR) - HOURS + 1) * HOUR;
  const filter = [
    { k: 'created_at', v: new Date(from * 1_000).toISOString(), o: 'datetime_gte' as const },
    { k: 'event_type', v: 'ALERT', o: 'eq' as const },
  ];
  return withGaps(await countedBy(HOUR, 'events', { filter }, signal), HOUR, { from, to });
}
