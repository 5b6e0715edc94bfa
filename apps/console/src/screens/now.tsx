import { AlertRow } from '../alerts/alert-row.tsx';
import { liveFailure, liveState, openAlerts, pause, totals } from '../alerts/live-alerts.js';
import { now } from '../clock.js';
import { reachable } from '../connection.js';
import { countOf, durationOf } from '../format.js';
import { useLoaded } from '../parts/load.js';
import { Notice } from '../parts/notice.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { LastDay } from './last-day.tsx';
import { readSources, type Source } from '../sources/read-sources.js';
import { SourceTable } from '../sources/source-table.tsx';

/** Milliseconds. */
const SOURCES_EVERY = 5_000;

/** What is wrong now, and whether "nothing" is known or assumed. */
export function Now() {
  const sources = useLoaded('sources', readSources, SOURCES_EVERY);
  const heard = sources.value.value;
  return (
    <>
      <h1>Now</h1>
      <ul class="totals" aria-label="Open alerts by severity">
        {[...totals.value]
          .filter(([, count]) => count > 0)
          .map(([severity, count]) => (
            <li key={severity}>
              <strong>{countOf(count)}</strong> <SeverityMark severity={severity} />
            </li>
          ))}
      </ul>
      <section>
        <div class="bar">
          <h2>Open alerts</h2>
          <button
            type="button"
            aria-pressed={liveState.value === 'paused'}
            onClick={() => pause(liveState.value !== 'paused')}
          >
            Pause
          </button>
        </div>
        {liveFailure.value === undefined ? null : <Notice kind="bad">{liveFailure.value}</Notice>}
        {openAlerts.value.length === 0 ? (
          <Quiet sources={heard} />
        ) : (
          <VirtualList items={openAlerts.value} keyOf={({ alert_id }) => alert_id} label="Open alerts">
            {(alert) => <AlertRow alert={alert} />}
          </VirtualList>
        )}
      </section>
      <LastDay />
      <section>
        <h2>Sources</h2>
        {sources.failure.value === undefined ? null : <Notice kind="bad">{sources.failure.value}</Notice>}
        <SourceTable sources={heard} />
      </section>
    </>
  );
}

/** Quiet is only said where it is known: the page is live, the service is ready, and nothing waits to be processed. */
function Quiet({ sources }: { readonly sources: readonly Source[] | undefined }) {
  if (liveState.value === 'loading' || sources === undefined) return <Notice>Loading …</Notice>;
  if (liveState.value === 'lost' || reachable.value.state === 'no')
    return <Notice kind="bad">It is not known whether something is wrong: the connection is lost.</Notice>;
  const waiting = sources.reduce((sum, { health }) => sum + health.backlog, 0);
  if (waiting > 0)
    return (
      <Notice>{countOf(waiting)} deliveries wait to be processed. It is not known what they say.</Notice>
    );
  const last = Math.max(
    ...sources.map(({ health }) =>
      health.last_received_at === null ? 0 : Date.parse(health.last_received_at),
    ),
  );
  if (!Number.isFinite(last) || last === 0) return <Notice>No source has sent anything yet.</Notice>;
  return <Notice>All quiet. The last delivery was {durationOf(now.value - last)} ago.</Notice>;
}
