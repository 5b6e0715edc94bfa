import type { EventType, Severity } from '../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from './alarm.js';
import { eitherOf, wholeBody } from './alarm-finder.js';
import { singleOrList } from './formats.js';
import { notificationText } from './host-service-text.js';
import { parseInstant } from './instant.js';
import { fuzzyField } from './fuzzy-field.js';
import { allLabels, labelled } from './labels.js';
import { OWN_LINKS, ownLabels } from './own-labels.js';
import type { Path } from './path.js';
import { ignored, type Ignored, type AlarmFormat, type AcknowledgementType } from './alarm-format.js';
import { readSeverity } from './severity.js';
import { joined, text } from './text.js';
import { dictionary } from './word.js';

const namedHost = fuzzyField(
  'host_name',
  'hostname',
  'host',
  'hostalias',
  'host_display_name',
  'host_address',
);

/** Reads from nested objects (`host.name`), but only if no flat field names the host: flat bodies keep their outcomes. */
function nestedText(...paths: readonly Path[]): Reader<string> {
  const read = text(...paths);
  return (alarm) => (namedHost(alarm) === undefined ? read(alarm) : undefined);
}

const hostName = firstOf(namedHost, nestedText('host.name', 'host.address'));
const serviceName = firstOf(
  fuzzyField('service_description', 'servicedesc', 'service_name', 'service', 'servicedisplayname'),
  nestedText('service.name', 'service.description'),
);
const hostState = firstOf(
  fuzzyField('host_state', 'hostshortstate', 'host_state_id'),
  nestedText('host.state'),
);
const serviceState = firstOf(
  fuzzyField('service_state', 'serviceshortstate', 'service_state_id'),
  nestedText('service.state'),
);
/** The state of the service if the notification is about one, else that of the host. */
const rawState = firstOf(
  (alarm: Alarm) => (serviceName(alarm) === undefined ? hostState(alarm) : serviceState(alarm)),
  fuzzyField('state', 'service_state', 'host_state', 'status', 'state_name', 'current_state', 'state_id'),
  text('check_result.state', 'check_result.exit_status'),
);
const SERVICE_STATES = ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'];
const HOST_STATES = ['UP', 'DOWN', 'UNREACHABLE'];

/** Returns the state as a word. Numbers such as `2` or `2.0` are translated. */
function stateWord(alarm: Alarm): string | undefined {
  const raw = rawState(alarm);
  const number = /^(\d)(?:\.0+)?$/.exec(raw ?? '')?.[1];
  const words = serviceName(alarm) === undefined ? HOST_STATES : SERVICE_STATES;
  return number === undefined ? raw : (words[Number(number)] ?? raw);
}
const notificationType = firstOf(
  nestedText('notification.type'),
  fuzzyField('notification_type', 'type', 'notification', 'event_type', 'event'),
);
const hostAddress = firstOf(
  fuzzyField('host_address', 'hostaddress', 'address', 'address_4'),
  nestedText('host.address'),
);

const eventTypeByState = dictionary<EventType>({
  ok: 'RECOVERY',
  up: 'RECOVERY',
  warning: 'ALERT',
  warn: 'ALERT',
  critical: 'ALERT',
  crit: 'ALERT',
  unknown: 'ALERT',
  unkn: 'ALERT',
  down: 'ALERT',
  unreachable: 'ALERT',
  unreach: 'ALERT',
  pending: 'ALERT',
});
const severityByState = dictionary<Severity>({
  ok: 'INFO',
  up: 'INFO',
  warning: 'WARNING',
  warn: 'WARNING',
  critical: 'CRITICAL',
  crit: 'CRITICAL',
  unknown: 'NOT_AVAILABLE',
  unkn: 'NOT_AVAILABLE',
  pending: 'NOT_AVAILABLE',
  down: 'CRITICAL',
  unreachable: 'ERROR',
  unreach: 'ERROR',
});

/** Reads a `severity` field. Users' own scripts may send it beside a state that is only up or down. */
function statedSeverity(alarm: Alarm): Severity | undefined {
  return readSeverity(alarm, fuzzyField('severity')(alarm), severityByState);
}

/**
 * Classifies the start and end of flapping and of a downtime. In between, the monitoring core sends no state changes.
 * Flapping that starts with a bad state is therefore a problem. The state at its end counts too, because a problem may have
 * ended meanwhile. After a downtime only a good state counts: for a bad one the core sends a problem notification.
 */
function deriveFlappingOrDowntimeType(kind: string, alarm: Alarm): EventType | Ignored {
  const type = eventTypeByState(stateWord(alarm) ?? '');
  const isStateChange = kind.startsWith('FLAPPING')
    ? /STOP|END|DISABLED/.test(kind) || type === 'ALERT'
    : /END|CANCEL|REMOVE/.test(kind) && type === 'RECOVERY';
  return isStateChange && type !== undefined ? type : ignoreNotification(kind);
}

function ignoreNotification(kind: string): Ignored {
  return ignored(`notification type ${kind}: neither a problem nor a recovery`);
}

/** Derives the type from the kind of the notification. If there is none, or it is "custom", the state decides. */
function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored | undefined {
  const kind = notificationType(alarm)?.toUpperCase() ?? '';
  if (/^(?:FLAPPING|DOWNTIME)/.test(kind)) return deriveFlappingOrDowntimeType(kind, alarm);
  // `AcknowledgementSet` and `AcknowledgementCleared` come from the event stream of Icinga.
  if (kind.startsWith('ACKNOWLEDGE')) return /CLEARED|REMOVED/.test(kind) ? 'UNACKNOWLEDGED' : 'ACKNOWLEDGED';
  if (/^(?:ALERTHANDLER|TEST|COMMENT|OBJECT)/.test(kind)) return ignoreNotification(kind);
  if (kind.startsWith('RECOVERY')) return 'RECOVERY';
  const currentState = stateWord(alarm) ?? '';
  if (/^acknowledged$/i.test(currentState)) return 'ACKNOWLEDGED';
  return kind.startsWith('PROBLEM') || currentState === '' ? 'ALERT' : eventTypeByState(currentState);
}

const longOutput = fuzzyField('long_service_output', 'long_output', 'long_host_output', 'long_plugin_output');

/** Unescapes the output: Nagios and Checkmk write a line break as `\\n` and a backslash as two. */
function unescapedLongOutput(alarm: Alarm): string | undefined {
  const output = longOutput(alarm);
  if (output === undefined || output.includes('\n')) return output;
  return output.replaceAll(/\\([n\\])/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\')).trim();
}

/** The time of the state change. Unlike the time of the notification, it is the same in every reminder. */
const changedAt = firstOf(
  (alarm: Alarm) =>
    fuzzyField(serviceName(alarm) === undefined ? 'last_host_state_change' : 'last_service_state_change')(
      alarm,
    ),
  fuzzyField('last_state_change'),
);

/** The time of the notification. */
const notifiedAt = (alarm: Alarm) =>
  parseInstant(
    fuzzyField('timestamp', 'timet', 'micro_time', 'micro_epoch', 'date_time', 'time')(alarm) ?? null,
    alarm.delivery.words,
  ) ??
  parseInstant(fuzzyField('long_date_time')(alarm) ?? null, alarm.delivery.words) ??
  parseInstant(nestedText('check_result.execution_end')(alarm) ?? null, alarm.delivery.words);
const author = fuzzyField('notification_author', 'author');
const comment = fuzzyField('notification_comment', 'comment');

const hostGroups = fuzzyField('host_group_names', 'hostgroupnames', 'host_groups');
const serviceGroups = fuzzyField('service_group_names', 'servicegroupnames', 'service_groups');
const site = fuzzyField('omd_site', 'site');

/** Separates groups by commas. Icinga separates them by semicolons. */
function inCommas(groups: Reader<string>): Reader<string> {
  return (alarm) =>
    groups(alarm)
      ?.split(/[,;]/)
      .map((group) => group.trim())
      .filter((group) => group !== '')
      .join(',');
}

/** Notifications of Nagios and its descendants. They name a host, optionally a service on it, a state and a kind. */
export const HOST_SERVICE_NOTIFICATION = {
  alarms: eitherOf(singleOrList(wholeBody()), notificationText),
  expects: {
    body: 'an object or form with `host_name` and a state, as in the guide',
    identity: '`host_name`',
    state: '`notification_type` PROBLEM or RECOVERY, or `service_state` or `host_state`',
  },
  event_key: (alarm: Alarm) =>
    hostName(alarm) === undefined ? undefined : joined('!', hostName, serviceName)(alarm),
  event_type: deriveEventType,
  title: firstOf(fuzzyField('summary'), joined(' is ', joined(' on ', serviceName, hostName), stateWord)),
  description: joined(
    '\n',
    firstOf(
      (alarm: Alarm) =>
        serviceName(alarm) === undefined ? fuzzyField('host_output', 'hostoutput')(alarm) : undefined,
      fuzzyField('service_output', 'output', 'host_output', 'plugin_output', 'check_output', 'message'),
      text('check_result.output'),
      nestedText('service.output', 'host.output'),
      fuzzyField('text'),
    ),
    unescapedLongOutput,
  ),
  severity: (alarm: Alarm) => statedSeverity(alarm) ?? severityByState(stateWord(alarm) ?? ''),
  rule: firstOf(
    serviceName,
    fuzzyField('check_command', 'host_check_command'),
    nestedText('host.check_command'),
  ),
  resource: (alarm: Alarm) => {
    const name = hostName(alarm);
    return name === undefined
      ? undefined
      : { resource_id: hostAddress(alarm) ?? name, resource_type: 'host', name };
  },
  occurred_at: (alarm: Alarm) =>
    parseInstant(changedAt(alarm) ?? null, alarm.delivery.words) ?? notifiedAt(alarm),
  acknowledgement: {
    by: firstOf(
      author,
      fuzzyField('notification_author_alias', 'notification_author_name'),
      fuzzyField('service_ack_author', 'host_ack_author', 'ack_author'),
    ),
    comment: firstOf(comment, fuzzyField('service_ack_comment', 'host_ack_comment', 'ack_comment', 'text')),
    occurred_at: notifiedAt,
  },
  labels: allLabels(
    ownLabels(),
    labelled({ host_group: inCommas(hostGroups), service_group: inCommas(serviceGroups), site }),
  ),
  links: {
    source: firstOf(
      fuzzyField('icinga_url', 'link', 'url', 'service_url', 'host_url'),
      fuzzyField('service_action_url', 'host_action_url', 'action_url'),
      nestedText('service.action_url', 'host.action_url'),
    ),
    dashboard: OWN_LINKS.dashboard,
    runbook: firstOf(
      OWN_LINKS.runbook,
      fuzzyField('service_notes_url', 'host_notes_url', 'notes_url'),
      nestedText('service.notes_url', 'host.notes_url'),
    ),
  },
  additional_info: {
    notification_type: notificationType,
    service_state: serviceState,
    host_state: hostState,
    state_type: firstOf(
      fuzzyField('service_state_type', 'host_state_type', 'state_type'),
      nestedText('check_result.state_type'),
    ),
    attempt: firstOf(
      fuzzyField('service_attempt', 'host_attempt', 'check_attempt'),
      nestedText('check_result.attempt'),
    ),
    last_state: fuzzyField(
      'last_service_state',
      'last_host_state',
      'previous_service_hard_state',
      'last_state',
    ),
    performance_data: fuzzyField('service_perf_data', 'perf_data', 'perfdata', 'host_perf_data'),
    contact: fuzzyField('contact_name', 'contactname', 'user_email'),
    author,
    comment,
  },
  additional_info_0_2: {
    service_groups: serviceGroups,
    host_groups: hostGroups,
    link: fuzzyField('action_url', 'service_action_url', 'url', 'link', 'service_url', 'host_url'),
    site,
  },
} satisfies Partial<AlarmFormat>;
