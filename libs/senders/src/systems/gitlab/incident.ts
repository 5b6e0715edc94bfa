import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { type AlarmFinder, wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, toTags, type Labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const ATTRIBUTES_PATH = 'object_attributes';
const SEVERITIES: Readonly<Record<string, Severity>> = { medium: 'WARNING', unknown: 'NONE' };
const objectKind = text('object_kind');
const INCIDENT_KIND = /^incident$/i;

/** Finds the alarm in a body that is about an incident or a vulnerability. */
const findIncident: AlarmFinder = (body) => {
  const foundAlarms = wholeBody(ATTRIBUTES_PATH)(body);
  const [firstAlarm] = foundAlarms ?? [];
  if (firstAlarm === undefined) return undefined;
  const alarm = { value: firstAlarm.value, pointer: '' } as Alarm;
  const isIncidentOrVulnerability =
    INCIDENT_KIND.test(text(`${ATTRIBUTES_PATH}.type`, 'object_kind')(alarm) ?? '') ||
    objectKind(alarm) === 'vulnerability';
  return isIncidentOrVulnerability ? foundAlarms : undefined;
};

const vulnerabilityType = word<EventType>(
  { detected: 'ALERT', confirmed: 'ALERT', resolved: 'RECOVERY', dismissed: 'RECOVERY' },
  `${ATTRIBUTES_PATH}.state`,
);
const incidentType = word<EventType>(
  { open: 'ALERT', reopen: 'ALERT', close: 'RECOVERY' },
  `${ATTRIBUTES_PATH}.action`,
);
const stateType = word<EventType>({ opened: 'ALERT', closed: 'RECOVERY' }, `${ATTRIBUTES_PATH}.state`);

/** Reads an acknowledgement from the escalation status, which webhooks contain as a change with the former value. */
function deriveAcknowledgement(alarm: Alarm): AcknowledgementType | undefined {
  const currentStatus = text('changes.escalation_status.current')(alarm);
  if (currentStatus === 'acknowledged') return 'ACKNOWLEDGED';
  const previousStatus = text('changes.escalation_status.previous')(alarm);
  return currentStatus === 'triggered' && previousStatus === 'acknowledged' ? 'UNACKNOWLEDGED' : undefined;
}

function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored | undefined {
  if (objectKind(alarm) === 'vulnerability') return vulnerabilityType(alarm);
  const action = text(`${ATTRIBUTES_PATH}.action`)(alarm);
  if (action === undefined) return stateType(alarm);
  return (
    incidentType(alarm) ??
    deriveAcknowledgement(alarm) ??
    ignored(`action ${action} of an incident: neither opened nor closed`)
  );
}

/** Returns the labels of an issue. The title of a scoped label is `team::shop`. */
function issueLabels(alarm: Alarm): Labels | undefined {
  const found = value('labels', `${ATTRIBUTES_PATH}.labels`)(alarm);
  const titles = (Array.isArray(found) ? found : []).map((one: Json) =>
    isObject(one) ? textOf(one['title']) : undefined,
  );
  return toTags(titles.filter((title) => title !== undefined).map(splitScope));
}

function splitScope(title: string): Json {
  const end = title.lastIndexOf('::');
  return end < 1 ? { name: title } : { name: title.slice(0, end), value: title.slice(end + 2) };
}

/** Incidents of GitLab (issues of type incident), and vulnerabilities that its scanners found. */
export const INCIDENT: AlarmFormat = {
  alarms: findIncident,
  expects: {
    body: 'an incident or a vulnerability of GitLab (an object with `object_attributes`)',
    identity: '`object_attributes.url` or `object_attributes.id`',
    state: '`object_attributes.action` open or close, or `state` of a vulnerability',
  },
  event_key: text(`${ATTRIBUTES_PATH}.url`, `${ATTRIBUTES_PATH}.id`),
  event_type: deriveEventType,
  acknowledgement: {
    by: text('user.name', 'user.username'),
    occurred_at: instant(`${ATTRIBUTES_PATH}.updated_at`),
  },
  resolved_by: text('user.name', 'user.username'),
  title: text(`${ATTRIBUTES_PATH}.title`),
  description: text(`${ATTRIBUTES_PATH}.description`, `${ATTRIBUTES_PATH}.title`),
  severity: severityBy(SEVERITIES, `${ATTRIBUTES_PATH}.severity`),
  rule: text(`${ATTRIBUTES_PATH}.report_type`, `${ATTRIBUTES_PATH}.type`, 'object_kind'),
  resource: resource(
    'project',
    text(
      'project.path_with_namespace',
      'project.name',
      `${ATTRIBUTES_PATH}.location.file`,
      `${ATTRIBUTES_PATH}.project_id`,
    ),
  ),
  provider: () => 'gitlab',
  account: text('project.namespace'),
  occurred_at: instant(`${ATTRIBUTES_PATH}.updated_at`, `${ATTRIBUTES_PATH}.created_at`),
  resolved_at: instant(
    `${ATTRIBUTES_PATH}.closed_at`,
    `${ATTRIBUTES_PATH}.resolved_at`,
    `${ATTRIBUTES_PATH}.dismissed_at`,
  ),
  labels: allLabels(issueLabels, labelled({ object_kind: objectKind })),
  links: { source: link(`${ATTRIBUTES_PATH}.url`) },
  additional_info: {
    action: text(`${ATTRIBUTES_PATH}.action`),
    state: text(`${ATTRIBUTES_PATH}.state`),
    identifiers: value(`${ATTRIBUTES_PATH}.identifiers`),
    location: value(`${ATTRIBUTES_PATH}.location`),
    user: joined(' ', text('user.username', 'user.name')),
  },
  additional_info_0_2: {
    object_kind: objectKind,
    link: link(`${ATTRIBUTES_PATH}.url`),
    labels: value('labels'),
  },
};
