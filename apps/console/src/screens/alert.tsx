import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { address, linkTo } from '../address.js';
import { Acknowledge } from '../alerts/acknowledge.tsx';
import { QuietNotice, Resolution, Resolve } from '../alerts/resolve.tsx';
import { findOpenAlert, type Alert } from '../alerts/live-alerts.js';
import { client } from '../client.js';
import { formatCount } from '../format.js';
import { Field } from '../parts/field.tsx';
import { Heading } from '../parts/heading.tsx';
import { Json } from '../parts/json.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { Notice } from '../parts/notice.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Time } from '../parts/time.tsx';
import { NotificationTable, type Notification } from '../sending/notification-table.tsx';
import { currentDomain, session } from '../session.js';

type Event = Required<Schemas['EventInfo']>;

/** Milliseconds. Loaded periodically, because the stream reports neither repeats of events nor attempts of notifications. */
const REFRESH_MS = 5_000;
/** The number of events of an alert that are shown, newest first. */
const PAGE_SIZE = 100;

/** The screen of one alert: its fields, events and notifications. */
export function AlertScreen() {
  const id = address.value.id ?? '';
  // Part of the key, so that the alert is loaded again whenever the stream reports a change.
  const liveAlert = findOpenAlert(id);
  const key = `${id} ${liveAlert?.event_count ?? ''} ${liveAlert?.acknowledged_at ?? ''}`;
  const loaded = useLoaded(
    key,
    async (signal) => (await client.call('getAlert', { path: { alert_id: id } }, { signal })) as Alert,
    REFRESH_MS,
  );
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
      <Heading text={alert.title || '(no title)'} />
      <LoadState loaded={loaded} />
      <p class="bar">
        <SeverityMark severity={alert.severity} />
        <strong>{alert.state.toLowerCase()}</strong>
        <Acknowledge alert={alert} hasComment onChange={loaded.reload} />
        <Resolve alert={alert} onChange={loaded.reload} />
        {session.value?.role === 'VIEWER' ? null : <a href={silenceLink(alert)}>Silence alerts like this</a>}
      </p>
      {alert.description === '' ? null : (
        <p class="prose">
          <bdi>{alert.description}</bdi>
        </p>
      )}
      <QuietNotice alert={alert} />
      <Links links={alert.links} />
      <dl>
        <Field name="Opened">
          <Time at={alert.opened_at} />
        </Field>
        {alert.started_at === alert.opened_at ? null : (
          <Field name="Began">
            <Time at={alert.started_at} />
          </Field>
        )}
        {alert.resolved_at === null ? null : (
          <Field name="Resolved">
            <Resolution alert={alert} />
          </Field>
        )}
        {alert.acknowledged_at === null ? null : (
          <Field name="Acknowledged">
            <Time at={alert.acknowledged_at} /> by <bdi>{alert.acknowledged_by}</bdi>
            {alert.comment === null ? null : (
              <>
                : <bdi>{alert.comment}</bdi>
              </>
            )}
          </Field>
        )}
        <Field name="Resource">
          <bdi>{alert.resource.name ?? alert.resource.resource_id ?? '–'}</bdi>
        </Field>
        {alert.rule === null ? null : (
          <Field name="Rule">
            <bdi>{alert.rule}</bdi>
          </Field>
        )}
        <Labels labels={alert.labels} />
        {alert.source.name === null ? null : (
          <Field name="Source">
            <a href={linkTo('sources', alert.webhook_id)}>
              <bdi>{alert.source.name}</bdi>
            </a>{' '}
            ({alert.source.plugin_id})
          </Field>
        )}
        <Field name="Key">
          <bdi>{alert.event_key}</bdi>
        </Field>
        <Field name="Events">
          {formatCount(alert.event_count)}, and {formatCount(alert.duplicate_count)} repeats
        </Field>
      </dl>
      <AlertNotifications alertId={id} change={key} />
      <Timeline alertId={id} count={alert.event_count} />
    </>
  );
}

/** Pages about the alert, at other systems. The service accepts only addresses with http and https. */
function Links({ links }: Pick<Alert, 'links'>) {
  if (links.length === 0) return null;
  return (
    <p class="bar">
      {links.map(({ name, url }) => (
        <a key={url} href={url} rel="noreferrer">
          <bdi>{name}</bdi>
        </a>
      ))}
    </p>
  );
}

/** What tells the alert apart. */
function Labels({ labels }: Pick<Alert, 'labels'>) {
  const all = Object.entries(labels);
  if (all.length === 0) return null;
  return (
    <Field name="Labels">
      <ul class="labels">
        {all.map(([name, label]) => (
          <li key={name}>
            <bdi>{name}</bdi>=<bdi>{label}</bdi>
          </li>
        ))}
      </ul>
    </Field>
  );
}

/** The events of the alert, newest first. */
function Timeline({ alertId, count }: { readonly alertId: string; readonly count: number }) {
  const loaded = useLoaded(`${alertId} ${count}`, (signal) => readEvents(alertId, signal));
  const events = loaded.value.value ?? [];
  return (
    <section>
      <h2>Timeline</h2>
      <LoadState loaded={loaded} />
      {count > PAGE_SIZE ? <Notice>The newest {formatCount(PAGE_SIZE)} are shown.</Notice> : null}
      <ol class="timeline">
        {events.map((event, index) => (
          <EventDetails key={event.event_id} event={event} isNewest={index === 0} />
        ))}
      </ol>
    </section>
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

/** The notifications of the alert, with the responses of the receivers. */
function AlertNotifications({ alertId, change }: { readonly alertId: string; readonly change: string }) {
  const { value, failure, reload } = useLoaded(
    change,
    async (signal) => {
      const query = {
        filter: [{ k: 'alert_id', v: alertId, o: 'eq' as const }],
        page: { start: 1, limit: PAGE_SIZE },
      };
      const { results } = await client.call('searchNotifications', { body: { query } }, { signal });
      return results as readonly Notification[];
    },
    REFRESH_MS,
  );
  const notifications = value.value ?? [];
  if (failure.value !== undefined && notifications.length === 0)
    return <Notice kind="bad">{failure.value}</Notice>;
  if (notifications.length === 0) return null;
  return (
    <section>
      <h2>Notifications</h2>
      <NotificationTable notifications={notifications} label="Notifications" onChange={reload} />
    </section>
  );
}

/** An event: the sender's payload next to the fields that the plugin parsed. */
function EventDetails({ event, isNewest }: { readonly event: Event; readonly isNewest: boolean }) {
  // Fixed at the first rendering, so that an event that the user reads stays open when a newer one arrives.
  const [isOpen] = useState(isNewest);
  const { raw_data, ...parsedFields } = event;
  // Several events can be open, and each region needs its own label.
  const labelSuffix = isNewest ? '' : `, ${event.created_at}`;
  return (
    <li>
      <details open={isOpen}>
        <summary>
          <Time at={event.created_at} /> <strong>{event.event_type.toLowerCase()}</strong>{' '}
          <SeverityMark severity={event.severity} /> <bdi>{event.title.slice(0, 300)}</bdi>
        </summary>
        <div class="beside">
          <section aria-label={`Posted by the sender${labelSuffix}`}>
            <h3>Payload</h3>
            <Json value={raw_data} label={`Payload${labelSuffix}`} />
          </section>
          <section aria-label={`Parsed by the plugin${labelSuffix}`}>
            <h3>Event</h3>
            <Json value={parsedFields} label={`Event${labelSuffix}`} />
          </section>
        </div>
      </details>
    </li>
  );
}

async function readEvents(alert_id: string, signal: AbortSignal): Promise<readonly Event[]> {
  const query = {
    filter: [{ k: 'alert_id', v: alert_id, o: 'eq' as const }],
    sort: { keys: [{ key: 'created_at', desc: true }] },
    page: { start: 1, limit: PAGE_SIZE },
  };
  const { results } = await client.call(
    'searchEvents',
    { body: { domain_id: currentDomain(), query } },
    { signal },
  );
  return results as readonly Event[];
}
