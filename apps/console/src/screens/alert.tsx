import { address, linkTo } from '../address.js';
import { Acknowledge } from '../alerts/acknowledge.tsx';
import { AlertFacts } from '../alerts/alert-facts.tsx';
import { Assign } from '../alerts/assign.tsx';
import { findOpenAlert, type Alert } from '../alerts/live-alerts.js';
import { QuietNotice, Resolve } from '../alerts/resolve.tsx';
import { Timeline } from '../alerts/timeline.tsx';
import { client } from '../client.js';
import { Heading } from '../parts/heading.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { LinkedText } from '../parts/rich-text.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Age } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { session } from '../session.js';

/** Milliseconds. Loaded periodically, because the stream reports neither repeats of events nor attempts of notifications. */
const REFRESH_MS = 5_000;

/** The screen of one alert: what it says, what to do about it, and everything that happened. */
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
    return (
      <>
        {loaded.failure.value === undefined ? null : <Heading text="Alert" />}
        <LoadState loaded={loaded} />
      </>
    );
  return (
    <>
      <p class="bar status">
        <SeverityMark severity={alert.severity} />
        <State alert={alert} />
      </p>
      <Heading text={alert.title || '(no title)'} />
      <LoadState loaded={loaded} />
      {alert.description === '' ? null : (
        <p class="prose">
          <LinkedText text={alert.description} />
        </p>
      )}
      <QuietNotice alert={alert} />
      <Links links={alert.links} />
      <Acts alert={alert} onChange={reload} />
      <AlertFacts alert={alert} timeline={timeline.value.value} />
      <p>
        <a href={linkTo('told', 'what-if', { alert: id })}>Who would be told now?</a>
      </p>
      <Timeline alertId={id} loaded={timeline} />
    </>
  );
}

/** Whether the alert is open, since when, and who takes care of it. */
function State({ alert }: { readonly alert: Alert }) {
  const { state, started_at, acknowledged, acknowledged_by, assignee } = alert;
  if (state !== 'OPEN') return <strong>resolved</strong>;
  return (
    <span>
      <strong>open</strong> for <Age at={started_at} />
      {acknowledged ? (
        <>
          , acknowledged by <bdi>{acknowledged_by}</bdi>
        </>
      ) : null}
      {assignee === null ? null : (
        <>
          , assigned to <bdi>{assignee}</bdi>
        </>
      )}
    </span>
  );
}

/** What a user can do about an open alert. */
function Acts({ alert, onChange }: { readonly alert: Alert; readonly onChange: () => void }) {
  if (alert.state !== 'OPEN' || session.value?.role === 'VIEWER') return null;
  return (
    <section class="card" aria-label="Actions">
      <Acknowledge alert={alert} hasComment onChange={onChange} />
      <Assign alert={alert} onChange={onChange} />
      <Resolve alert={alert} onChange={onChange} />
      <a href={silenceLink(alert)}>Silence alerts like this</a>
    </section>
  );
}

const isRunbook = ({ name }: Alert['links'][number]) => /runbook|playbook/i.test(name);

/** Pages about the alert at other systems, runbooks first. The service accepts only addresses with http and https. */
function Links({ links }: Pick<Alert, 'links'>) {
  if (links.length === 0) return null;
  const sorted = links.toSorted((a, b) => Number(isRunbook(b)) - Number(isRunbook(a)));
  return (
    <p class="bar">
      {sorted.map((link) => (
        <a
          key={link.url}
          class={isRunbook(link) ? 'button primary' : 'button'}
          href={link.url}
          rel="noreferrer"
        >
          <bdi>{link.name}</bdi>
        </a>
      ))}
    </p>
  );
}

/** Returns a link to a new silence for all alerts with this event key of this webhook. */
function silenceLink({ webhook_id, event_key }: Alert): string {
  const filter = [
    { k: 'webhook_id', v: webhook_id, o: 'eq' },
    { k: 'event_key', v: event_key, o: 'eq' },
  ];
  return linkTo('sending', undefined, { silence: JSON.stringify(filter) });
}
