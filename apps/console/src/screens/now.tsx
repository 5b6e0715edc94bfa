import { AlertRow } from '../alerts/alert-row.tsx';
import {
  isPaused,
  lastChange,
  liveFailure,
  liveState,
  openAlerts,
  setPaused,
  countsBySeverity,
} from '../alerts/live-alerts.js';
import { now } from '../clock.js';
import { isSpoolInUse, reachability, reachedAt } from '../connection.js';
import { formatCount } from '../format.js';
import { Heading } from '../parts/heading.tsx';
import { useLoaded, type Loaded } from '../parts/use-loaded.js';
import { Notice } from '../parts/notice.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { LastDay } from './last-day.tsx';
import { assessQuiet } from './quiet.js';
import { FailingSubscriptions } from '../sending/failing.tsx';
import { readSources, type Source } from '../sources/read-sources.js';
import { SourceTable } from '../sources/source-table.tsx';

/** Milliseconds. */
const SOURCES_REFRESH_MS = 5_000;

/** The start screen: the open alerts and the sources. Without open alerts, it says whether all is known to be quiet. */
export function Now() {
  const sources = useLoaded('sources', readSources, SOURCES_REFRESH_MS);
  const sourceList = sources.value.value;
  return (
    <>
      <Heading text="Now" />
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
        {openAlerts.value.length === 0 ? (
          <QuietNotice sources={sources} />
        ) : (
          <VirtualList items={openAlerts.value} keyOf={({ alert_id }) => alert_id} label="Open alerts">
            {(alert) => <AlertRow alert={alert} />}
          </VirtualList>
        )}
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
