import { linkTo } from '../address.js';
import { formatCount } from '../format.js';
import { Field } from '../parts/field.tsx';
import { Time } from '../parts/time.tsx';
import { LabelChips, searchLabel } from './labels.tsx';
import type { Alert } from './open-alerts.js';
import { Resolution } from './resolve.tsx';
import type { AlertTimeline } from './timeline.tsx';

interface Properties {
  readonly alert: Alert;
  readonly timeline: AlertTimeline | undefined;
}

/** The fields of an alert: what tells it apart, where it is, when it began and ended, and where it came from. */
export function AlertFacts({ alert, timeline }: Properties) {
  const { labels, rule, started_at, opened_at, resolved_at } = alert;
  return (
    <dl>
      {Object.keys(labels).length === 0 ? null : (
        <Field name="Labels">
          <LabelChips labels={labels} link={searchLabel} title="Find alerts with this label" />
        </Field>
      )}
      <Field name="Resource">
        <Resource resource={alert.resource} />
      </Field>
      {rule === null ? null : (
        <Field name="Rule">
          <bdi>{rule}</bdi>
        </Field>
      )}
      <Field name="Source">
        <a href={linkTo('sources', alert.webhook_id)}>
          <bdi>{alert.source.name ?? alert.webhook_id}</bdi>
        </a>
        {alert.source.plugin_id === null ? '' : ` (${alert.source.plugin_id})`}
      </Field>
      {started_at === opened_at ? null : (
        <Field name="Began">
          <Time at={started_at} />
        </Field>
      )}
      <Field name="Opened">
        <Time at={opened_at} />
      </Field>
      <Acknowledgement alert={alert} />
      {resolved_at === null ? null : (
        <Field name="Resolved">
          <Resolution alert={alert} />
        </Field>
      )}
      <Told timeline={timeline} />
      <Field name="Events">
        {formatCount(alert.event_count)}, and {formatCount(alert.duplicate_count)} repeats
      </Field>
      <Field name="Key">
        <bdi>{alert.event_key}</bdi>
      </Field>
    </dl>
  );
}

function Resource({ resource: { name, resource_id, resource_type } }: Pick<Alert, 'resource'>) {
  const id = name === null || resource_id === name ? null : resource_id;
  const details = [resource_type, id].filter((detail) => detail !== null && detail !== '');
  return (
    <>
      <bdi>{name ?? resource_id ?? '–'}</bdi>
      {details.length === 0 ? null : (
        <>
          {' '}
          (<bdi>{details.join(', ')}</bdi>)
        </>
      )}
    </>
  );
}

function Acknowledgement({ alert }: Pick<Properties, 'alert'>) {
  const { acknowledged_at, acknowledged_by, acknowledged_until, comment, assignee, assigned_by } = alert;
  return (
    <>
      {acknowledged_at === null ? null : (
        <Field name="Acknowledged">
          <Time at={acknowledged_at} /> by <bdi>{acknowledged_by}</bdi>
          {acknowledged_until === null ? null : (
            <>
              , until <Time at={acknowledged_until} />
            </>
          )}
          {comment === null ? null : (
            <>
              : <bdi>{comment}</bdi>
            </>
          )}
        </Field>
      )}
      {assignee === null ? null : (
        <Field name="Assigned">
          to <bdi>{assignee}</bdi> by <bdi>{assigned_by}</bdi>
        </Field>
      )}
    </>
  );
}

/** Who was told of the alert. That nobody was is what people look for first when nobody came. */
function Told({ timeline }: Pick<Properties, 'timeline'>) {
  if (timeline === undefined || timeline.left_out_count > 0) return null;
  const sent = timeline.results.filter(({ notification }) => notification?.state === 'SENT');
  const names = new Set(
    sent.map(({ notification }) => notification?.subscription ?? notification?.subscription_id),
  );
  return (
    <Field name="Told">
      {names.size === 0 ? <strong>nobody so far</strong> : <bdi>{[...names].join(', ')}</bdi>}
    </Field>
  );
}
