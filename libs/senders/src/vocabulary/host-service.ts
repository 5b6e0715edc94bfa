import type { EventType, Severity } from '../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from './alarm.js';
import { wholeBody } from './alarms.js';
import { alsoListed } from './formats.js';
import { instantOf } from './instant.js';
import { named } from './named.js';
import type { Path } from './path.js';
import { ignored, type Ignored, type Sender, type Taken } from './sender.js';
import { severityOf as commonSeverityOf } from './severity.js';
import { joined, text } from './text.js';
import { dictionary } from './word.js';

const namedHost = named('host_name', 'hostname', 'host', 'hostalias', 'host_display_name', 'host_address');

/** Reads from nested objects (`host.name`), but only if no flat field names the host: flat bodies keep their outcomes. */
function inObjects(...paths: readonly Path[]): Reader<string> {
  const read = text(...paths);
  return (alarm) => (namedHost(alarm) === undefined ? read(alarm) : undefined);
}

const host = firstOf(namedHost, inObjects('host.name', 'host.address'));
const service = firstOf(
  named('service_description', 'servicedesc', 'service_name', 'service', 'servicedisplayname'),
  inObjects('service.name', 'service.description'),
);
const hostState = firstOf(named('host_state', 'hostshortstate', 'host_state_id'), inObjects('host.state'));
const serviceState = firstOf(
  named('service_state', 'serviceshortstate', 'service_state_id'),
  inObjects('service.state'),
);
/** The state of the service if the notification is about one, else that of the host. */
const stated = firstOf(
  (alarm: Alarm) => (service(alarm) === undefined ? hostState(alarm) : serviceState(alarm)),
  named('state', 'service_state', 'host_state', 'status', 'state_name', 'current_state', 'state_id'),
  text('check_result.state', 'check_result.exit_status'),
);
const SERVICE_STATES = ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'];
const HOST_STATES = ['UP', 'DOWN', 'UNREACHABLE'];

/** Returns the state as a word. Numbers such as `2` or `2.0` are translated. */
function state(alarm: Alarm): string | undefined {
  const said = stated(alarm);
  const number = /^(\d)(?:\.0+)?$/.exec(said ?? '')?.[1];
  const words = service(alarm) === undefined ? HOST_STATES : SERVICE_STATES;
  return number === undefined ? said : (words[Number(number)] ?? said);
}
const notification = firstOf(
  inObjects('notification.type'),
  named('notification_type', 'type', 'notification', 'event_type', 'event'),
);
const address = firstOf(
  named('host_address', 'hostaddress', 'address', 'address_4'),
  inObjects('host.address'),
);

const stateOf = dictionary<EventType>({
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
const severityOf = dictionary<Severity>({
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
  const said = named('severity')(alarm) ?? '';
  return severityOf(said) ?? commonSeverityOf(said);
}

/**
 * Classifies the start and end of flapping and of a downtime. In between, the monitoring core sends no state changes.
 * Flapping that starts with a bad state is therefore a problem. The state at its end counts too, because a problem may have
 * ended meanwhile. After a downtime only a good state counts: for a bad one the core sends a problem notification.
 */
function quietTime(kind: string, alarm: Alarm): EventType | Ignored {
  const type = stateOf(state(alarm) ?? '');
  const counts = kind.startsWith('FLAPPING')
    ? /STOP|END|DISABLED/.test(kind) || type === 'ALERT'
    : /END|CANCEL|REMOVE/.test(kind) && type === 'RECOVERY';
  return counts && type !== undefined ? type : notOne(kind);
}

function notOne(kind: string): Ignored {
  return ignored(`notification type ${kind}: neither a problem nor a recovery`);
}

/** Derives the type from the kind of the notification. If there is none, or it is "custom", the state decides. */
function eventType(alarm: Alarm): EventType | Taken | Ignored | undefined {
  const kind = notification(alarm)?.toUpperCase() ?? '';
  if (/^(?:FLAPPING|DOWNTIME)/.test(kind)) return quietTime(kind, alarm);
  // `AcknowledgementSet` and `AcknowledgementCleared` come from the event stream of Icinga.
  if (kind.startsWith('ACKNOWLEDGE')) return /CLEARED|REMOVED/.test(kind) ? 'UNACKNOWLEDGED' : 'ACKNOWLEDGED';
  if (/^(?:ALERTHANDLER|TEST|COMMENT|OBJECT)/.test(kind)) return notOne(kind);
  if (kind.startsWith('RECOVERY')) return 'RECOVERY';
  const now = state(alarm) ?? '';
  if (/^acknowledged$/i.test(now)) return 'ACKNOWLEDGED';
  return kind.startsWith('PROBLEM') || now === '' ? 'ALERT' : stateOf(now);
}

const longOutput = named('long_service_output', 'long_output', 'long_host_output', 'long_plugin_output');

/** Unescapes the output: Nagios and Checkmk write a line break as `\\n` and a backslash as two. */
function unescapedLongOutput(alarm: Alarm): string | undefined {
  const said = longOutput(alarm);
  if (said === undefined || said.includes('\n')) return said;
  return said.replaceAll(/\\([n\\])/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\')).trim();
}

/** The time of the state change. Unlike the time of the notification, it is the same in every reminder. */
const changed = firstOf(
  (alarm: Alarm) =>
    named(service(alarm) === undefined ? 'last_host_state_change' : 'last_service_state_change')(alarm),
  named('last_state_change'),
);

/** The time of the notification. */
const told = (alarm: Alarm) =>
  instantOf(named('timestamp', 'timet', 'micro_time', 'micro_epoch', 'date_time', 'time')(alarm) ?? null) ??
  instantOf(named('long_date_time')(alarm) ?? null) ??
  instantOf(inObjects('check_result.execution_end')(alarm) ?? null);
const author = named('notification_author', 'author');
const comment = named('notification_comment', 'comment');

/** Notifications of Nagios and its descendants. They name a host, optionally a service on it, a state and a kind. */
export const HOST_SERVICE_NOTIFICATION = {
  alarms: alsoListed(wholeBody()),
  expects: {
    body: 'an object or form with `host_name` and a state, as in the guide',
    identity: '`host_name`',
    state: '`notification_type` PROBLEM or RECOVERY, or `service_state` or `host_state`',
  },
  event_key: (alarm: Alarm) => (host(alarm) === undefined ? undefined : joined('!', host, service)(alarm)),
  event_type: eventType,
  title: firstOf(named('summary'), joined(' is ', joined(' on ', service, host), state)),
  description: joined(
    '\n',
    firstOf(
      (alarm: Alarm) =>
        service(alarm) === undefined ? named('host_output', 'hostoutput')(alarm) : undefined,
      named('service_output', 'output', 'host_output', 'plugin_output', 'check_output', 'message'),
      text('check_result.output'),
      inObjects('service.output', 'host.output'),
      named('text'),
    ),
    unescapedLongOutput,
  ),
  severity: (alarm: Alarm) => statedSeverity(alarm) ?? severityOf(state(alarm) ?? ''),
  rule: firstOf(service, named('check_command', 'host_check_command'), inObjects('host.check_command')),
  resource: (alarm: Alarm) => {
    const name = host(alarm);
    return name === undefined
      ? undefined
      : { resource_id: address(alarm) ?? name, resource_type: 'host', name };
  },
  occurred_at: (alarm: Alarm) => instantOf(changed(alarm) ?? null) ?? told(alarm),
  taken: {
    by: firstOf(
      author,
      named('notification_author_alias', 'notification_author_name'),
      named('service_ack_author', 'host_ack_author', 'ack_author'),
    ),
    comment: firstOf(comment, named('service_ack_comment', 'host_ack_comment', 'ack_comment', 'text')),
    occurred_at: told,
  },
  additional_info: {
    notification_type: notification,
    service_state: serviceState,
    host_state: hostState,
    state_type: firstOf(
      named('service_state_type', 'host_state_type', 'state_type'),
      inObjects('check_result.state_type'),
    ),
    attempt: firstOf(
      named('service_attempt', 'host_attempt', 'check_attempt'),
      inObjects('check_result.attempt'),
    ),
    last_state: named('last_service_state', 'last_host_state', 'previous_service_hard_state', 'last_state'),
    service_groups: named('service_group_names', 'servicegroupnames', 'service_groups'),
    host_groups: named('host_group_names', 'hostgroupnames', 'host_groups'),
    performance_data: named('service_perf_data', 'perf_data', 'perfdata', 'host_perf_data'),
    contact: named('contact_name', 'contactname', 'user_email'),
    author,
    comment,
    link: named('action_url', 'service_action_url', 'url', 'link', 'service_url', 'host_url'),
    site: named('omd_site', 'site'),
  },
} satisfies Partial<Sender>;
