import { linkTo } from '../address.js';
import { formatCount } from '../format.js';
import { Field } from '../parts/field.tsx';
import { Time } from '../parts/time.tsx';
import type { Alert } from './open-alerts.js';
import { Resolution } from './resolve.tsx';

interface Properties {
  readonly alert: Alert;
}

/** The fields of an alert: where it is, when it began and ended, who takes care of it, and where it came from. */
export function AlertFacts({ alert }: Properties) {
  const { rule, started_at, opened_at, resolved_at } = alert;
  return (
    <section class="card" aria-label="Details">
      <h2>Details</h2>
      <dl class="facts">
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
        <Field name="Project">
          <bdi>{alert.project_id}</bdi>
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
        <Field name="Events">
          {formatCount(alert.event_count)}, and {formatCount(alert.duplicate_count)} repeats
        </Field>
        <Field name="Key">
          <bdi>{alert.event_key}</bdi>
        </Field>
      </dl>
    </section>
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

function Acknowledgement({ alert }: Properties) {
  const { acknowledged_at, acknowledged_by, acknowledged_until, comment, assignee, assigned_by } = alert;
  if (acknowledged_at === null && assignee === null && alert.state === 'OPEN')
    return <Field name="Taken by">nobody yet</Field>;
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
