import { Moon, Pause, Play, ShieldCheck } from 'lucide';
import { useEffect } from 'preact/hooks';
import { address, linkTo, navigate } from '../address.js';
import { parseView } from '../alerts/alert-filter.js';
import {
  isPaused,
  lastChange,
  liveFailure,
  liveState,
  lostAt,
  missedCount,
  openAlerts,
  pausedAt,
  setPaused,
} from '../alerts/live-alerts.js';
import { OpenList } from '../alerts/open-list.tsx';
import { ViewTabs } from '../alerts/view-tabs.tsx';
import { findFirstView, linkOf } from '../alerts/views.js';
import { now } from '../clock.js';
import { isSpoolInUse, reachability, reachedAt } from '../connection.js';
import { EmptyState, Skeleton } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { formatClock, formatCount } from '../format.js';
import { Heading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { useLoaded, type Loaded } from '../parts/use-loaded.js';
import { currentDomain, isOfRoot, mayEnterDomains, session } from '../session.js';
import { SEVERITIES, type Severity } from '../severity.js';
import { openDomainSwitch, useRememberedDomain } from '../shell/domain-switch.tsx';
import { forgetDomain } from '../shell/entered-domains.js';
import { FirstRun } from '../sources/first-run.tsx';
import { readSources, type Source } from '../sources/read-sources.js';
import { FirstSource } from '../alerts/first-source.tsx';
import { LastDay } from '../alerts/last-day.tsx';
import { FailingSubscriptions } from '../told/failing.tsx';
import { assessQuiet } from './quiet.js';

/** Milliseconds. */
const SOURCES_REFRESH_MS = 5_000;

/** The start screen: the open alerts. Without any, it says whether all is known to be quiet, or how to begin. */
export function Now() {
  const sources = useLoaded('sources', readSources, SOURCES_REFRESH_MS);
  const { parameters } = address.value;
  // Which view is the first one is the user's choice, and no part of a link.
  useEffect(() => {
    const first = findFirstView(parameters);
    if (first !== undefined) navigate(first, { replace: true });
  }, [parameters]);
  // On another screen nobody sees that the list stands still.
  useEffect(() => () => setPaused(false), []);
  const isNew = sources.value.value?.length === 0 && openAlerts.value.length === 0;
  useRememberedDomain(!isNew && (sources.value.value !== undefined || openAlerts.value.length > 0));
  return (
    <div class="now">
      <div class="page-head">
        <Heading text="Now" />
        <Totals />
        <LastDay sources={sources.value.value} />
        <button
          type="button"
          class="quiet small pause"
          aria-pressed={isPaused.value}
          onClick={() => setPaused(!isPaused.value)}
        >
          <Icon of={isPaused.value ? Play : Pause} />
          <span class="text">Pause</span>
        </button>
      </div>
      {isNew && isOfRoot() ? <EmptyDomain /> : null}
      <FirstRun />
      <FailingSubscriptions />
      <p class="unseen" aria-live="polite">
        {lastChange.value.slice(0, 200)}
      </p>
      {liveFailure.value === undefined ? null : <Notice kind="bad">{liveFailure.value}</Notice>}
      {liveState.value === 'lost' && openAlerts.value.length > 0 ? (
        <Notice kind="bad">
          The connection was lost at {formatClock(new Date(lostAt.value))}: later changes are not shown.
        </Notice>
      ) : null}
      {isPaused.value ? (
        // No live region: the number changes all the time.
        <p class="notice">
          Paused since {formatClock(new Date(pausedAt.value))}, {formatCount(missedCount.value)}{' '}
          {missedCount.value === 1 ? 'change' : 'changes'}{' '}
          <button type="button" class="small" onClick={() => setPaused(false)}>
            Resume
          </button>
        </p>
      ) : null}
      {openAlerts.value.length > 0 ? (
        <>
          <ViewTabs />
          <OpenList />
        </>
      ) : isNew ? (
        session.value?.role === 'VIEWER' ? (
          <FirstSource />
        ) : null
      ) : (
        <QuietNotice sources={sources} />
      )}
    </div>
  );
}

/** The numbers of open alerts by severity. Each is a filter, which a second press removes. */
function Totals() {
  const view = parseView(address.value.parameters);
  const { projects } = view;
  const counts = new Map<Severity, number>(view.severities.map((severity) => [severity, 0]));
  for (const { severity, project_id } of openAlerts.value)
    if (projects.length === 0 || projects.includes(project_id))
      counts.set(severity, (counts.get(severity) ?? 0) + 1);
  const toggle = (severity: Severity) => {
    const others = view.severities.filter((each) => each !== severity);
    const severities = others.length < view.severities.length ? others : [...others, severity];
    navigate(linkOf({ ...view, severities }));
  };
  return (
    <ul class="totals" aria-label="Open alerts by severity">
      {SEVERITIES.filter((severity) => counts.has(severity)).map((severity) => (
        <li key={severity}>
          <button
            type="button"
            class="quiet"
            aria-pressed={view.severities.includes(severity)}
            onClick={() => toggle(severity)}
          >
            <strong class="figure">{formatCount(counts.get(severity) ?? 0)}</strong>{' '}
            <SeverityMark severity={severity} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Says that nothing was ever sent to the domain. For whoever has the root key, a mistyped one looks the same. */
function EmptyDomain() {
  useEffect(() => forgetDomain(currentDomain()), []);
  return (
    <Notice>
      The domain <strong>{currentDomain()}</strong> is empty and new: no source was ever connected to it.{' '}
      {mayEnterDomains() ? (
        <>
          Did you mean another one?{' '}
          <button type="button" class="small" onClick={openDomainSwitch}>
            Switch domain
          </button>
        </>
      ) : (
        'You came by a sign-in link, which opens this domain only. To enter another one, sign out, and sign in with the root key and its name.'
      )}
    </Notice>
  );
}

/** Shown in place of the open alerts: whether it is known that there are none. */
function QuietNotice({ sources }: { readonly sources: Loaded<readonly Source[]> }) {
  if (isPaused.value) return <Notice>The list was empty when it was paused.</Notice>;
  const {
    kind,
    text,
    quarantined = [],
  } = assessQuiet({
    live: liveState.value,
    isReachable: reachability.value.state === 'yes',
    reachedAt: reachedAt.value,
    isSpoolInUse: isSpoolInUse.value,
    sources: sources.value.value,
    readAt: sources.readAt.value,
    now: now.value,
  });
  if (kind === 'loading') return <Skeleton rows={6} />;
  if (kind === 'unknown') return <Notice kind="bad">{text}</Notice>;
  return (
    <EmptyState icon={kind === 'quiet' ? ShieldCheck : Moon} title={TITLES[kind]}>
      <p>{text}</p>
      {quarantined.slice(0, MAX_QUARANTINED).map(({ webhook_id, name, quarantinedCount }) => (
        <p key={webhook_id}>
          <a href={linkTo('sources', webhook_id, { tab: 'quarantine' })}>
            Quarantine of <bdi>{name}</bdi> ({formatCount(quarantinedCount)})
          </a>
        </p>
      ))}
      {quarantined.length > MAX_QUARANTINED ? (
        <p>
          <a href={linkTo('sources')}>All sources</a>
        </p>
      ) : null}
    </EmptyState>
  );
}

/** The number of sources whose quarantine is linked. */
const MAX_QUARANTINED = 5;

const TITLES = {
  quiet: 'No open alerts',
  waiting: 'No open alerts, but not all is read',
  empty: 'Nothing has arrived yet',
} as const;
