import { linkTo } from '../address.js';
import { formatCount } from '../format.js';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Age } from '../parts/time.tsx';
import { session } from '../session.js';
import { Acknowledge } from './acknowledge.tsx';
import type { Labels } from './label-query.js';
import { LabelChips, linkToLabels } from './labels.tsx';
import type { Alert } from './open-alerts.js';
import { describeQuietTime, DEFAULT_QUIET_FOR } from './quiet-times.js';

/** The number of characters of a text that a row shows. The screen of the alert shows all. */
const MAX_TEXT_LENGTH = 300;
/** The number of labels that a row shows. */
const MAX_LABELS = 4;

interface Properties {
  readonly alert: Alert;
  /** The labels by which the list is filtered. All alerts of the list have them. */
  readonly labels: Labels;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onResolve: () => void;
}

/** An open alert in a list. */
export function AlertRow({ alert, labels, isSelected, onSelect, onResolve }: Properties) {
  const title = alert.title.slice(0, MAX_TEXT_LENGTH) || '(no title)';
  const isReadOnly = session.value?.role === 'VIEWER';
  const others = Object.entries(alert.labels).filter(([name]) => !Object.hasOwn(labels, name));
  return (
    <article class={`row ${alert.acknowledged ? 'acknowledged' : ''}`}>
      {isReadOnly ? null : (
        <input
          type="checkbox"
          aria-label={`Select ${title.slice(0, 200)}`}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      )}
      <SeverityMark severity={alert.severity} />
      <div class="what">
        <a href={linkTo('alert', alert.alert_id)} dir="auto">
          {title}
        </a>
        <Facts alert={alert} />
        <LabelChips
          labels={Object.fromEntries(others)}
          link={(name, value) => linkToLabels({ ...labels, [name]: value })}
          title="Only open alerts with this label"
          max={MAX_LABELS}
          isInTabOrder={false}
        />
      </div>
      <span class="age">
        <Age at={alert.opened_at} />
      </span>
      {isReadOnly ? null : (
        <div class="acts">
          <Acknowledge alert={alert} />
          <button type="button" title={describeQuietTime(DEFAULT_QUIET_FOR)} onClick={onResolve}>
            Resolve …<span class="unseen"> {title.slice(0, 200)}</span>
          </button>
        </div>
      )}
    </article>
  );
}

/** Where, how often, and who takes care of it. */
function Facts({
  alert: { resource, source, event_count, acknowledged, acknowledged_by, assignee },
}: Pick<Properties, 'alert'>) {
  const places = [resource.name ?? resource.resource_id, source.name].filter((place) => place);
  return (
    <small>
      {places.map((place) => (
        <>
          <bdi>{place?.slice(0, MAX_TEXT_LENGTH)}</bdi> ·{' '}
        </>
      ))}
      {event_count === 1 ? '1 event' : `${formatCount(event_count)} events`}
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
    </small>
  );
}
