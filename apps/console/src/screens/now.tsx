import {
  isPaused,
  lastChange,
  liveFailure,
  liveState,
  openAlerts,
  setPaused,
  countsBySeverity,
} from '../alerts/live-alerts.js';
import { OpenList } from '../alerts/open-list.tsx';
import { now } from '../clock.js';
import { isSpoolInUse, reachability, reachedAt } from '../connection.js';
import { formatCount } from '../format.js';
import { Bars, type Bar } from '../parts/bars.tsx';
import { Heading } from '../parts/heading.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { useLoaded, type Loaded } from '../parts/use-loaded.js';
import { FailingSubscriptions } from '../sending/failing.tsx';
import { FirstRun } from '../sources/first-run.tsx';
import { readSources, type Source } from '../sources/read-sources.js';
import { SourceTable } from '../sources/source-table.tsx';
import { HOUR_SECONDS } from '../parts/bar-times.js';
import { countRecords, fillGaps } from './count-records.js';
import { assessQuiet } from './quiet.js';

/** Milliseconds. */
const SOURCES_REFRESH_MS = 5_000;

/** The start screen: the open alerts and the sources. Without open alerts, it says whether all is known to be quiet. */
export function Now() {
  const sources = useLoaded('sources', readSources, SOURCES_REFRESH_MS);
  const sourceList = sources.value.value;
  return (
    <>
      <Heading text="Now" />
      <FirstRun />
      <FailingSubscriptions />
      <ul class="totals" aria-label="Open alerts by severity">
        {[...countsBySeverity.value]
          .filter(([, count]) => count > 0)
          .map(([severity, count]) => (
            <li key={severity}>
              <strong>{formatCount(count)}</strong> <SeverityMark severity={severity} />
            </li>
          ))}
      </ul>
      <section>
        <div class="bar">
          <h2>Open alerts</h2>
          <button type="button" aria-pressed={isPaused.value} onClick={() => setPaused(!isPaused.value)}>
            Pause
          </button>
        </div>
        <p class="unseen" aria-live="polite">
          {lastChange.value.slice(0, 200)}
        </p>
        {liveFailure.value === undefined ? null : <Notice kind="bad">{liveFailure.value}</Notice>}
        {openAlerts.value.length === 0 ? <QuietNotice sources={sources} /> : <OpenList />}
      </section>
      <LastDay />
      <section>
        <h2>Sources</h2>
        <LoadState loaded={sources} />
        <SourceTable sources={sourceList} />
      </section>
    </>
  );
}

/** Shown in place of the open alerts: whether it is known that there are none. */
function QuietNotice({ sources }: { readonly sources: Loaded<readonly Source[]> }) {
  if (isPaused.value) return <Notice>The list was empty when it was paused.</Notice>;
  const { kind, text } = assessQuiet({
    live: liveState.value,
    isReachable: reachability.value.state === 'yes',
    reachedAt: reachedAt.value,
    isSpoolInUse: isSpoolInUse.value,
    sources: sources.value.value,
    readAt: sources.readAt.value,
    now: now.value,
  });
  return <Notice kind={kind === 'unknown' ? 'bad' : 'quiet'}>{text}</Notice>;
}

const HOURS = 24;
/** Milliseconds. */
const REFRESH_MS = 60_000;

/** A chart of the number of alarms in each of the last 24 hours. */
function LastDay() {
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
