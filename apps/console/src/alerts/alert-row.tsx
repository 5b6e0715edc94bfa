import { BellOff, BookOpen, CircleCheck, Eye, Undo2, UserPlus } from 'lucide';
import type { IconNode } from 'lucide';
import { linkTo } from '../address.js';
import { Icon } from '../design/icon.tsx';
import { formatCount } from '../format.js';
import { Avatar } from '../parts/avatar.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Age } from '../parts/time.tsx';
import { useSettled } from '../parts/use-settled.js';
import { session } from '../session.js';
import { acknowledgeFree, assign, unacknowledge } from './acts.js';
import { AlertBadges } from './alert-badges.tsx';
import type { Labels } from './label-query.js';
import { LabelChips } from './labels.tsx';
import { findRunbook } from './links.tsx';
import type { Alert } from './open-alerts.js';
import type { Aim } from './use-aim.js';

/** The number of characters of a text that a row shows. The screen of the alert shows all. */
const MAX_TEXT_LENGTH = 300;
/** The number of labels that a row shows. */
const MAX_LABELS = 6;

interface Properties {
  readonly alert: Alert;
  /** The labels that all shown alerts have. They are said once, above the list. */
  readonly sharedLabels: Labels;
  readonly linkToLabel: (name: string, value: string) => string;
  readonly isSelected: boolean;
  readonly aim: Aim;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onResolve: () => void;
  readonly onSilence: () => void;
}

/** An open alert in a list. */
export function AlertRow(properties: Properties) {
  const { alert, sharedLabels, linkToLabel, isSelected, onSelect } = properties;
  const title = alert.title.slice(0, MAX_TEXT_LENGTH) || '(no title)';
  const others = Object.entries(alert.labels).filter(([name]) => !Object.hasOwn(sharedLabels, name));
  const severity = alert.severity.toLowerCase();
  return (
    <article class={`row ${severity} ${alert.acknowledged ? 'acknowledged' : ''}`}>
      {session.value?.role === 'VIEWER' ? null : (
        <input
          type="checkbox"
          aria-label={`Select ${title.slice(0, 200)}`}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      )}
      <SeverityMark severity={alert.severity} />
      <div class="what">
        <a class="title" href={linkTo('alert', alert.alert_id)} dir="auto">
          {title}
        </a>
        <div class="meta">
          <Place alert={alert} />
          <LabelChips
            labels={Object.fromEntries(others)}
            link={linkToLabel}
            title="Only open alerts with this label"
            max={MAX_LABELS}
            isInTabOrder={false}
          />
        </div>
      </div>
      <div class="badges">
        <AlertBadges alert={alert} />
      </div>
      <Owner alert={alert} />
      <span class="age">
        <Age at={alert.opened_at} />
      </span>
      <Acts {...properties} />
    </article>
  );
}

/** Where it is, from which source, and how often it was reported. */
function Place({ alert: { resource, source, event_count } }: Pick<Properties, 'alert'>) {
  const places = [resource.name ?? resource.resource_id, source.name].filter(Boolean);
  const texts = [...places, event_count === 1 ? undefined : `${formatCount(event_count)} events`];
  return (
    <small>
      {texts.filter(Boolean).map((text, index) => (
        <>
          {index === 0 ? '' : ' · '}
          <bdi>{text?.slice(0, MAX_TEXT_LENGTH)}</bdi>
        </>
      ))}
    </small>
  );
}

/** Who has the alert: the assignee, else who acknowledged it. */
function Owner({ alert }: Pick<Properties, 'alert'>) {
  const { assignee, acknowledged, acknowledged_by } = alert;
  const by = acknowledged ? acknowledged_by : null;
  const owner = assignee ?? by;
  return (
    <span class="owner">
      {owner === null ? null : (
        <Avatar
          name={owner}
          title={assignee === null ? `Acknowledged by ${owner}` : `Assigned to ${owner}`}
        />
      )}
      {acknowledged ? <Icon of={Eye} /> : null}
    </span>
  );
}

/** What a user can do at once. They are shown while the pointer or the focus is in the row, and always on touch screens. */
function Acts({ alert, aim, onResolve, onSilence }: Properties) {
  const settled = useSettled(alert.acknowledged);
  const runbook = findRunbook(alert);
  const isReadOnly = session.value?.role === 'VIEWER';
  if (isReadOnly && runbook === undefined) return null;
  const ownName = session.value?.user_id ?? '';
  const { alert_id, acknowledged, assignee } = alert;
  const toggle = (act: () => void) => aim(alert_id, settled(act));
  return (
    <div class="acts">
      {runbook === undefined ? null : (
        <a
          class="button quiet icon-only"
          href={runbook.url}
          rel="noreferrer"
          aria-label={`Runbook of ${alert.title.slice(0, 200)}`}
          data-tip="Runbook"
        >
          <Icon of={BookOpen} />
        </a>
      )}
      {isReadOnly ? null : (
        <>
          {acknowledged ? (
            <Act
              alert={alert}
              name="Unacknowledge"
              icon={Undo2}
              onClick={toggle(() => void unacknowledge([alert]))}
            />
          ) : (
            <Act
              alert={alert}
              name="Acknowledge"
              icon={Eye}
              onClick={toggle(() => void acknowledgeFree([alert]))}
            />
          )}
          {assignee === ownName ? null : (
            <Act
              alert={alert}
              name="Assign to me"
              icon={UserPlus}
              onClick={aim(alert_id, () => void assign([alert], ownName))}
            />
          )}
          <Act alert={alert} name="Silence" icon={BellOff} onClick={onSilence} />
          <Act alert={alert} name="Resolve" icon={CircleCheck} onClick={onResolve} />
        </>
      )}
    </div>
  );
}

interface ActProperties {
  readonly alert: Alert;
  readonly name: string;
  readonly icon: IconNode;
  readonly onClick: (press: MouseEvent) => void;
}

function Act({ alert, name, icon, onClick }: ActProperties) {
  return (
    <button
      type="button"
      class="quiet icon-only"
      aria-label={`${name} ${alert.title.slice(0, 200)}`}
      data-tip={name}
      onClick={onClick}
    >
      <Icon of={icon} />
    </button>
  );
}
