import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { listAt, wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled } from '../../vocabulary/labels.js';
import { value, type Path } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { link, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { detailReaders } from './events-api.js';

/** Returns a reader for the type: `incident.trigger` of v1 and v2, `incident.triggered` of v3. Other kinds are ignored. */
function eventTypeAt(
  ...paths: readonly Path[]
): (alarm: Alarm) => EventType | AcknowledgementType | Ignored | undefined {
  const read = text(...paths);
  return (alarm) => {
    const eventName = read(alarm);
    if (eventName === undefined) return undefined;
    if (/^incident\.(?:trigger(?:ed)?|reopened)$/.test(eventName)) return 'ALERT';
    if (/^incident\.acknowledged?$/.test(eventName)) return 'ACKNOWLEDGED';
    // Either a user took the acknowledgement back, or it timed out.
    if (/^incident\.unacknowledged?$/.test(eventName)) return 'UNACKNOWLEDGED';
    return /^incident\.resolved?$/.test(eventName)
      ? 'RECOVERY'
      : ignored(`${eventName}: neither triggered nor resolved`);
  };
}

// Values of the urgency, which gives the severity of an incident without a priority.
const URGENCY_SEVERITIES: Readonly<Record<string, Severity>> = { high: 'ERROR', low: 'INFO' };

function accountFromUrl(...paths: readonly Path[]): Reader<string> {
  const read = text(...paths);
  return (alarm) => /^https?:\/\/([^./]+)\.(?:eu\.)?pagerduty\.com/i.exec(read(alarm) ?? '')?.[1];
}

/** Returns a reader of a note for people: the comment of an annotation, or to whom the incident was assigned. */
function noteOf(
  comment: Reader<string>,
  eventName: Reader<string>,
  assignees: Reader<string>,
): Reader<string> {
  return (alarm) => {
    if (/annotate|status_update/.test(eventName(alarm) ?? '')) return comment(alarm);
    if (!/assign|delegate|escalate/.test(eventName(alarm) ?? '')) return undefined;
    const names = assignees(alarm);
    return names === undefined ? undefined : `Assigned to ${names}`;
  };
}

const detailsV2 = detailReaders('log_entries[0].channel.details', () => undefined);
const escalationPolicyV2 = text('incident.escalation_policy.summary', 'data.incident.escalation_policy.name');
const escalationPolicyV3 = text('event.data.escalation_policy.summary');
const teamsV3 = textList('summary', 'event.data.teams');

/** Integrations and services resolve incidents as well, and are agents of another type. */
const userAt =
  (path: string): Reader<string> =>
  (alarm) =>
    text(`${path}.type`)(alarm)?.startsWith('user') === true
      ? text(`${path}.summary`, `${path}.name`)(alarm)
      : undefined;

/** Webhooks v1 and v2: a list of messages, each with an incident. */
export const WEBHOOK_V2: AlarmFormat = {
  alarms: singleOrList(listAt('messages')),
  expects: {
    body: 'a webhook of PagerDuty (an object with a list `messages`)',
    identity: 'the id of the incident',
    state: '`event` or `type`',
  },
  event_key: text(
    'incident.id',
    'data.incident.id',
    'incident.incident_key',
    'data.incident.incident_key',
    'incident.html_url',
    'incident.title',
    'incident.summary',
  ),
  event_type: eventTypeAt('event', 'type'),
  acknowledgement: {
    by: text(
      'log_entries[0].agent.summary',
      'incident.acknowledgements[0].acknowledger.summary',
      'data.incident.acknowledgers[0].object.name',
      'data.incident.last_status_change_by.name',
    ),
    occurred_at: instant('created_on', 'log_entries[0].created_at'),
  },
  note: {
    text: noteOf(
      text('log_entries[0].channel.summary', 'log_entries[0].channel.content'),
      text('event', 'type'),
      textList('assignee.summary', 'incident.assignments'),
    ),
    by: text('log_entries[0].agent.summary'),
    occurred_at: instant('created_on', 'log_entries[0].created_at'),
  },
  title: text(
    'incident.title',
    'data.incident.trigger_summary_data.subject',
    'data.incident.trigger_summary_data.description',
    'incident.summary',
    'incident.description',
    'data.incident.incident_key',
  ),
  description: text(
    'log_entries[0].channel.details',
    'incident.description',
    'incident.summary',
    'data.incident.trigger_summary_data.description',
    'data.incident.trigger_summary_data.subject',
  ),
  severity: severityBy(
    URGENCY_SEVERITIES,
    'incident.priority.summary',
    'incident.priority.name',
    'data.incident.priority.summary',
    'incident.urgency',
    'data.incident.urgency',
  ),
  resource: resource(
    'service',
    text('incident.service.name', 'incident.service.summary', 'data.incident.service.name'),
    text('incident.service.id', 'data.incident.service.id'),
  ),
  provider: () => 'pagerduty',
  account: accountFromUrl('incident.html_url', 'data.incident.html_url'),
  occurred_at: instant('created_on', 'incident.last_status_change_at', 'data.incident.last_status_change_on'),
  resolved_by: firstOf(text('data.incident.resolved_by_user.name'), userAt('log_entries[0].agent')),
  labels: allLabels(
    detailsV2.labels,
    labelled({
      team: firstOf(textList('summary', 'incident.teams'), textList('name', 'data.incident.teams')),
      escalation_policy: escalationPolicyV2,
    }),
  ),
  links: { source: link('incident.html_url', 'data.incident.html_url') },
  additional_info: {
    event: text('event', 'type'),
    details: detailsV2.further,
    incident_number: value('incident.incident_number', 'data.incident.incident_number'),
    incident_key: text('incident.incident_key', 'data.incident.incident_key'),
    urgency: text('incident.urgency', 'data.incident.urgency'),
    assigned_to: textList('assignee.summary', 'incident.assignments'),
    resolved_by: text('data.incident.resolved_by_user.name', 'incident.last_status_change_by.summary'),
  },
  additional_info_0_2: {
    details: () => undefined,
    html_url: text('incident.html_url', 'data.incident.html_url'),
    escalation_policy: escalationPolicyV2,
  },
};

/** Webhooks v3: one event. */
export const WEBHOOK_V3: AlarmFormat = {
  alarms: singleOrList(wholeBody('event.event_type')),
  expects: {
    body: 'a webhook v3 of PagerDuty (an object with `event.event_type`)',
    identity: '`event.data.id`',
    state: '`event.event_type`',
  },
  event_key: text('event.data.id', 'event.data.incident_key', 'event.data.html_url', 'event.data.title'),
  event_type: eventTypeAt('event.event_type'),
  acknowledgement: {
    by: text('event.agent.summary', 'event.agent.name'),
    occurred_at: instant('event.occurred_at'),
  },
  note: {
    text: noteOf(
      text('event.data.content', 'event.data.message'),
      text('event.event_type'),
      textList('summary', 'event.data.assignees'),
    ),
    by: text('event.agent.summary', 'event.agent.name'),
    occurred_at: instant('event.occurred_at'),
    // A note or a status update is an object of its own, which names its incident.
    event_key: text('event.data.incident.id'),
  },
  title: text('event.data.title', 'event.data.summary', 'event.data.id'),
  description: text('event.data.description', 'event.data.title'),
  severity: severityBy(
    URGENCY_SEVERITIES,
    'event.data.priority.summary',
    'event.data.priority.name',
    'event.data.urgency',
  ),
  resource: resource(
    'service',
    text('event.data.service.summary', 'event.data.service.name'),
    text('event.data.service.id'),
  ),
  provider: () => 'pagerduty',
  account: accountFromUrl('event.data.html_url'),
  occurred_at: instant('event.occurred_at'),
  resolved_by: userAt('event.agent'),
  labels: labelled({ team: teamsV3, escalation_policy: escalationPolicyV3 }),
  links: { source: link('event.data.html_url') },
  additional_info: {
    event_type: text('event.event_type'),
    number: value('event.data.number'),
    incident_key: text('event.data.incident_key'),
    urgency: text('event.data.urgency'),
    priority: text('event.data.priority.summary'),
    assignees: textList('summary', 'event.data.assignees'),
    agent: text('event.agent.summary'),
    resolve_reason: text('event.data.resolve_reason.type', 'event.data.resolve_reason'),
  },
  additional_info_0_2: {
    html_url: text('event.data.html_url'),
    escalation_policy: escalationPolicyV3,
    teams: teamsV3,
  },
};
