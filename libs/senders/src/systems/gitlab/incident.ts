import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { type AlarmFinder, wholeBody } from '../../vocabulary/alarms.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender, type Taken } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const OF = 'object_attributes';
const SEVERITIES: Readonly<Record<string, Severity>> = { medium: 'WARNING', unknown: 'NONE' };
const kind = text('object_kind');
const isIncident = /^incident$/i;

/** Finds the alarm in a body that is about an incident or a vulnerability. */
const found: AlarmFinder = (body) => {
  const whole = wholeBody(OF)(body);
  const [one] = whole ?? [];
  if (one === undefined) return undefined;
  const alarm = { value: one.value, pointer: '' } as Alarm;
  const isOne =
    isIncident.test(text(`${OF}.type`, 'object_kind')(alarm) ?? '') || kind(alarm) === 'vulnerability';
  return isOne ? whole : undefined;
};

const vulnerability = word<EventType>(
  { detected: 'ALERT', confirmed: 'ALERT', resolved: 'RECOVERY', dismissed: 'RECOVERY' },
  `${OF}.state`,
);
const incident = word<EventType>({ open: 'ALERT', reopen: 'ALERT', close: 'RECOVERY' }, `${OF}.action`);
const state = word<EventType>({ opened: 'ALERT', closed: 'RECOVERY' }, `${OF}.state`);

/** Reads an acknowledgement from the escalation status, which webhooks contain as a change with the former value. */
function escalation(alarm: Alarm): Taken | undefined {
  const became = text('changes.escalation_status.current')(alarm);
  if (became === 'acknowledged') return 'ACKNOWLEDGED';
  const was = text('changes.escalation_status.previous')(alarm);
  return became === 'triggered' && was === 'acknowledged' ? 'UNACKNOWLEDGED' : undefined;
}

function eventType(alarm: Alarm): EventType | Taken | Ignored | undefined {
  if (kind(alarm) === 'vulnerability') return vulnerability(alarm);
  const action = text(`${OF}.action`)(alarm);
  if (action === undefined) return state(alarm);
  return (
    incident(alarm) ??
    escalation(alarm) ??
    ignored(`action ${action} of an incident: neither opened nor closed`)
  );
}

/** Incidents of GitLab (issues of type incident), and vulnerabilities that its scanners found. */
export const INCIDENT: Sender = {
  alarms: found,
  expects: {
    body: 'an incident or a vulnerability of GitLab (an object with `object_attributes`)',
    identity: '`object_attributes.url` or `object_attributes.id`',
    state: '`object_attributes.action` open or close, or `state` of a vulnerability',
  },
  event_key: text(`${OF}.url`, `${OF}.id`),
  event_type: eventType,
  taken: { by: text('user.name', 'user.username'), occurred_at: instant(`${OF}.updated_at`) },
  title: text(`${OF}.title`),
  description: text(`${OF}.description`, `${OF}.title`),
  severity: severityBy(SEVERITIES, `${OF}.severity`),
  rule: text(`${OF}.report_type`, `${OF}.type`, 'object_kind'),
  resource: resource(
    'project',
    text('project.path_with_namespace', 'project.name', `${OF}.location.file`, `${OF}.project_id`),
  ),
  provider: () => 'gitlab',
  account: text('project.namespace'),
  occurred_at: instant(`${OF}.updated_at`, `${OF}.created_at`),
  resolved_at: instant(`${OF}.closed_at`, `${OF}.resolved_at`, `${OF}.dismissed_at`),
  additional_info: {
    object_kind: kind,
    action: text(`${OF}.action`),
    state: text(`${OF}.state`),
    link: link(`${OF}.url`),
    identifiers: value(`${OF}.identifiers`),
    location: value(`${OF}.location`),
    labels: value('labels'),
    user: joined(' ', text('user.username', 'user.name')),
  },
};
