import { ArrowLeft } from 'lucide';
import { address, linkTo } from '../address.js';
import { AlertActs } from '../alerts/alert-acts.tsx';
import { AlertBadges } from '../alerts/alert-badges.tsx';
import { AlertFacts } from '../alerts/alert-facts.tsx';
import { LabelChips, searchLabel } from '../alerts/labels.tsx';
import { Links } from '../alerts/links.tsx';
import { findOpenAlert, type Alert } from '../alerts/live-alerts.js';
import { QuietNotice } from '../alerts/resolve.tsx';
import { SimilarAlerts } from '../alerts/similar.tsx';
import { Timeline } from '../alerts/timeline.tsx';
import { ToldCard } from '../alerts/told-card.tsx';
import { client } from '../client.js';
import { Badge } from '../design/badge.tsx';
import { Skeleton } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Heading } from '../parts/heading.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { LinkedText } from '../parts/rich-text.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Age } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';

/** Milliseconds. Loaded periodically, because the stream reports neither repeats of events nor attempts of notifications. */
const REFRESH_MS = 5_000;

/** The screen of one alert: what it says, what to do about it, who knows of it, and everything that happened. */
export function AlertScreen() {
  const id = address.value.id ?? '';
  const path = { alert_id: id };
  // Part of the key, so that the alert is loaded again whenever the stream reports a change.
  const live = findOpenAlert(id);
  const key = [id, live?.event_count, live?.severity, live?.acknowledged_at, live?.assigned_at].join(' ');
  const loaded = useLoaded(
    key,
    async (signal) => (await client.call('getAlert', { path }, { signal })) as Alert,
    REFRESH_MS,
  );
  const timeline = useLoaded(
    key,
    (signal) => client.call('getAlertTimeline', { path }, { signal }),
    REFRESH_MS,
  );
  const reload = () => {
    loaded.reload();
    timeline.reload();
  };
  const alert = loaded.value.value;
  if (alert === undefined)
    return loaded.failure.value === undefined ? (
      <Skeleton rows={5} />
    ) : (
      <>
        <Heading text="Alert" />
        <LoadState loaded={loaded} />
      </>
    );
  return (
    <article class={`alert-page ${alert.severity.toLowerCase()}`}>
      <Head alert={alert} />
      <LoadState loaded={loaded} />
      <QuietNotice alert={alert} />
      <AlertActs alert={alert} onChange={reload} />
      <div class="alert-columns">
        <div class="stack">
          <ToldCard alert={alert} timeline={timeline.value.value} />
          <Timeline alertId={id} loaded={timeline} />
        </div>
        <div class="stack">
          <AlertFacts alert={alert} />
          <SimilarAlerts alert={alert} />
        </div>
      </div>
    </article>
  );
}

/** What a person needs to know first. */
function Head({ alert }: { readonly alert: Alert }) {
  const { resource, source, rule, labels, description } = alert;
  const places = [resource.name ?? resource.resource_id, rule, source.name].filter(Boolean);
  return (
    <header class="alert-head">
      <div class="bar">
        <a class="quiet button small" href={linkTo('now')}>
          <Icon of={ArrowLeft} />
          Open alerts
        </a>
      </div>
      <div class="bar">
        <SeverityMark severity={alert.severity} />
        <State alert={alert} />
        {alert.state === 'OPEN' ? <AlertBadges alert={alert} /> : null}
      </div>
      <Heading text={alert.title || '(no title)'} />
      <p class="places">
        {places.map((place, index) => (
          <>
            {index === 0 ? '' : ' · '}
            <bdi>{place}</bdi>
          </>
        ))}
      </p>
      {description === '' ? null : (
        <p class="prose">
          <LinkedText text={description} />
        </p>
      )}
      <LabelChips labels={labels} link={searchLabel} title="Find alerts with this label" />
      <Links {...alert} />
    </header>
  );
}

/** Whether the alert is open, since when, and who takes care of it. */
function State({ alert }: { readonly alert: Alert }) {
  const { state, opened_at, resolved_at, acknowledged, acknowledged_by, assignee } = alert;
  if (state !== 'OPEN')
    return (
      <Badge tone="good">
        resolved {resolved_at === null ? null : <Age at={resolved_at} suffix=" ago" />}
      </Badge>
    );
  return (
    <>
      <span>
        open for <Age at={opened_at} />
      </span>
      {acknowledged ? (
        <Badge tone="good">
          acknowledged by <bdi>{acknowledged_by}</bdi>
        </Badge>
      ) : null}
      {assignee === null ? null : (
        <span class="bar assignee">
          <Avatar name={assignee} />
          <bdi>{assignee}</bdi>
        </span>
      )}
    </>
  );
}
