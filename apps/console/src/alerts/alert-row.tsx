import { linkTo } from '../address.js';
import { formatCount } from '../format.js';
import { Age } from '../parts/time.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Acknowledge } from './acknowledge.tsx';
import type { Alert } from './live-alerts.js';

/** The number of characters of a title that a row shows. The screen of the alert shows all. */
const MAX_TEXT_LENGTH = 300;

export function AlertRow({ alert }: { readonly alert: Alert }) {
  const { resource, acknowledged } = alert;
  const name = resource.name ?? resource.resource_id;
  return (
    <article class={`row ${acknowledged ? 'acknowledged' : ''}`}>
      <SeverityMark severity={alert.severity} />
      <div class="what">
        <a href={linkTo('alert', alert.alert_id)} dir="auto">
          {alert.title.slice(0, MAX_TEXT_LENGTH) || '(no title)'}
        </a>
        <small>
          {name ? <bdi>{name.slice(0, MAX_TEXT_LENGTH)}</bdi> : null}
          {name ? ' · ' : ''}
          {alert.event_count === 1 ? '1 event' : `${formatCount(alert.event_count)} events`}
          {acknowledged ? (
            <>
              , acknowledged by <bdi>{alert.acknowledged_by}</bdi>
            </>
          ) : null}
        </small>
      </div>
      <span class="age">
        <Age at={alert.opened_at} />
      </span>
      <Acknowledge alert={alert} />
    </article>
  );
}
