import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { type AlarmFinder, wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
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
  additional_info: {
    object_kind: objectKind,
    action: text(`${ATTRIBUTES_PATH}.action`),
    state: text(`${ATTRIBUTES_PATH}.state`),
    link: link(`${ATTRIBUTES_PATH}.url`),
    identifiers: value(`${ATTRIBUTES_PATH}.identifiers`),
    location: value(`${ATTRIBUTES_PATH}.location`),
    labels: value('labels'),
    user: joined(' ', text('user.username', 'user.name')),
  },
};
