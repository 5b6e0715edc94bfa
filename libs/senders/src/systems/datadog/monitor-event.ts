import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { ignored, type Ignored } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { field, fieldWord } from './fields.js';

/** `[Triggered on {host:web-1}] CPU is high`, as Datadog titles the events of its monitors. */
const PREFIX =
  /^\[(?:P[1-5]\]\s*\[)?((?:re-?|warn )?(?:triggered|recovered|warn(?:ing)?|no data|alert|notify|renotify)[^\]{]*?)(?: on \{([^}]*)\})?\]\s*/i;

export const title = field(
  'title',
  'alert_title',
  'event_title',
  'security_signal_title',
  'security_rule_name',
);

function prefix(alarm: Alarm): RegExpExecArray | undefined {
  return PREFIX.exec(title(alarm) ?? '') ?? undefined;
}

/** The title without the state, which changes between firing and recovered. */
export function plainTitle(alarm: Alarm): string | undefined {
  const whole = title(alarm);
  return (prefix(alarm) === undefined ? whole : whole?.replace(PREFIX, '')) || undefined;
}

export const transition: Reader<string> = firstOf(field('alert_transition', 'transition'), (alarm) =>
  prefix(alarm)?.[1]?.trim(),
);

function typeOf(state: string | undefined): EventType | undefined {
  if (state === undefined) return undefined;
  if (/recover|resolve|success|^ok$|close/i.test(state)) return 'RECOVERY';
  return /trigger|warn|no.?data|alert|renotify|error|^create/i.test(state) ? 'ALERT' : undefined;
}

/** The transition decides; without one what the body says otherwise. A mute is no news of the thing itself. */
export function transitionType(alarm: Alarm): EventType | Ignored {
  const said = transition(alarm);
  if (said !== undefined && /\bmute|downtime/i.test(said))
    return ignored(`transition ${said}: neither triggered nor recovered`);
  const kind = field('event_type')(alarm);
  return (
    typeOf(said) ??
    (kind !== undefined && /^(?:trigger|recover|resolve|warn|renotify)/i.test(kind)
      ? typeOf(kind)
      : undefined) ??
    typeOf(field('alert_type', 'status')(alarm)) ??
    'ALERT'
  );
}

const named = field('aggreg_key', 'aggregation_key', 'alert_cycle_key');
const monitor = field('alert_id', 'monitor_id', 'monitor.id');
const scope = field('alert_scope', 'scope', 'scopes');

/** `id` is the event's own and never the same again, so it identifies only what has nothing else. */
export const identity: Reader<string> = firstOf(
  named,
  (alarm) => (monitor(alarm) === undefined ? undefined : joined('/', monitor, scope)(alarm)),
  joined('/', plainTitle, (alarm) => prefix(alarm)?.[2] ?? field('host', 'hostname')(alarm)),
  text('id'),
);

const byTransition = fieldWord<Severity>(
  { warn: 'WARNING', 'Re-Warn': 'WARNING', 'no data': 'NOT_AVAILABLE', 'Re-No Data': 'NOT_AVAILABLE' },
  'alert_transition',
);
const byPriority = fieldWord<Severity>(
  { P1: 'CRITICAL', P2: 'ERROR', P3: 'WARNING', P4: 'INFO', P5: 'INFO' },
  'alert_priority',
  'priority',
  'monitor_priority',
);
const byType = fieldWord<Severity>(
  { error: 'ERROR', warning: 'WARNING', success: 'INFO', info: 'INFO' },
  'alert_type',
);

/** Without any of these an event that a monitor triggered is an error. */
export const severityBy: Reader<Severity> = firstOf(
  byTransition,
  byPriority,
  byType,
  severity('severity', 'SECURITY_SIGNAL_SEVERITY', 'security_signal_severity'),
  (alarm) => {
    const state = transition(alarm);
    if (state === undefined) return undefined;
    if (/no data/i.test(state)) return 'NOT_AVAILABLE';
    return /warn/i.test(state) ? 'WARNING' : typeOf(state) === 'RECOVERY' ? 'INFO' : 'ERROR';
  },
);
