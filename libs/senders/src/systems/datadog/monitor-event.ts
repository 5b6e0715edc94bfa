import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { dictionary, type Vocabulary } from '../../vocabulary/word.js';
import { field, fieldWord } from './fields.js';

const STATE_GROUP = String.raw`(?<state>(?:re-?|warn )?(?:triggered|recovered|warn(?:ing)?|no data|alert|notify|renotify|(?:un)?muted)[^\]{:]*?)(?: on \{(?<scope>[^}]*)\})?`;

/** Prefixes of the titles of monitor events, present and former ones: `[P1] [Triggered on {host:web-1}] CPU is high`. */
const TITLE_PREFIXES = [
  // A test must not change the alert of the monitor. Its mark stays in the title, so that it has another key.
  new RegExp(String.raw`^(?<test>\[TEST\]\s*)?(?:\[(?<priority>P[1-5])\]\s*)?\[${STATE_GROUP}\]\s*`, 'i'),
  new RegExp(String.raw`^\[Monitor Alert\]\s*${STATE_GROUP}:\s*`, 'i'),
];
/** Words for a state in `alert_status`, which may also be a sentence. */
const STATUS_WORD = /^(?:ok|alert|warn(?:ing)?|no data|triggered|recovered|resolved)$/i;

/** The settings that differ between the versions of the plugin. */
export interface VersionSettings {
  /** Prefixes of titles, with the groups `state`, `scope` and `priority`. */
  readonly prefixes: readonly RegExp[];
  readonly status: Reader<string>;
  readonly priorities: Vocabulary<Severity>;
  /** Whether the scope in the title gives the resource, if no other field does. */
  readonly scopeInTitle: boolean;
  /** Whether the key of a monitor contains the host, or the scope in the title, if there is no field with the scope. */
  readonly hostInKey: boolean;
}

const PRIORITY_SEVERITIES: Vocabulary<Severity> = {
  P1: 'CRITICAL',
  P2: 'ERROR',
  P3: 'WARNING',
  P4: 'INFO',
  P5: 'INFO',
};
export const LATEST: VersionSettings = {
  prefixes: TITLE_PREFIXES,
  status: (alarm) => {
    const statusText = field('alert_status')(alarm);
    return STATUS_WORD.test(statusText ?? '') ? statusText : undefined;
  },
  priorities: {
    ...PRIORITY_SEVERITIES,
    '1': 'CRITICAL',
    '2': 'ERROR',
    '3': 'WARNING',
    '4': 'INFO',
    '5': 'INFO',
  },
  scopeInTitle: true,
  hostInKey: true,
};
export const V1_0: VersionSettings = {
  prefixes: [
    /^\[(?:P[1-5]\]\s*\[)?(?<state>(?:re-?|warn )?(?:triggered|recovered|warn(?:ing)?|no data|alert|notify|renotify)[^\]{]*?)(?: on \{(?<scope>[^}]*)\})?\]\s*/i,
  ],
  status: () => undefined,
  priorities: PRIORITY_SEVERITIES,
  scopeInTitle: false,
  hostInKey: false,
};

export const title = field(
  'title',
  'alert_title',
  'event_title',
  'security_signal_title',
  'security_rule_name',
);

function eventTypeByState(state: string | undefined): EventType | undefined {
  if (state === undefined) return undefined;
  if (/recover|resolve|success|^ok$|close/i.test(state)) return 'RECOVERY';
  return /trigger|warn|no.?data|alert|renotify|error|^create/i.test(state) ? 'ALERT' : undefined;
}

const aggregationKey = field('aggreg_key', 'aggregation_key', 'alert_cycle_key');
const monitorId = field('alert_id', 'monitor_id', 'monitor.id');
const scopeField = field('alert_scope', 'scope', 'scopes');
const severityByTransition = fieldWord<Severity>(
  { warn: 'WARNING', 'Re-Warn': 'WARNING', 'no data': 'NOT_AVAILABLE', 'Re-No Data': 'NOT_AVAILABLE' },
  'alert_transition',
);
const severityByAlertType = fieldWord<Severity>(
  { error: 'ERROR', warning: 'WARNING', success: 'INFO', info: 'INFO' },
  'alert_type',
);

/** Builds the readers for monitor events. */
export function createMonitorReaders({ prefixes, status, priorities, hostInKey }: VersionSettings) {
  const matchPrefix = (alarm: Alarm): RegExpExecArray | undefined => {
    const fullTitle = title(alarm) ?? '';
    return prefixes.map((pattern) => pattern.exec(fullTitle)).find((found) => found !== null) ?? undefined;
  };
  const prefixGroup =
    (group: string): Reader<string> =>
    (alarm) =>
      matchPrefix(alarm)?.groups?.[group]?.trim() || undefined;

  /** The title without the state, which differs between firing and recovered. */
  const plainTitle: Reader<string> = (alarm) => {
    const [found, fullTitle] = [matchPrefix(alarm), title(alarm)];
    if (found === undefined) return fullTitle;
    return `${found.groups?.['test'] ?? ''}${fullTitle?.slice(found[0].length) ?? ''}` || undefined;
  };
  const transition = firstOf(field('alert_transition', 'transition'), prefixGroup('state'), status);

  /** Derives the type from the transition, or else from other fields. A mute is ignored, because the state does not change. */
  const transitionType = (alarm: Alarm): EventType | Ignored => {
    const said = transition(alarm);
    if (said !== undefined && /\b(?:un)?mute|downtime/i.test(said))
      return ignored(`transition ${said}: neither triggered nor recovered`);
    const kind = field('event_type')(alarm);
    return (
      eventTypeByState(said) ??
      (kind !== undefined && /^(?:trigger|recover|resolve|warn|renotify)/i.test(kind)
        ? eventTypeByState(kind)
        : undefined) ??
      eventTypeByState(field('alert_type', 'status')(alarm)) ??
      'ALERT'
    );
  };

  /** What a monitor watches. A multi alert has one id for all its hosts. */
  const hostOrScope = firstOf(prefixGroup('scope'), field('host', 'hostname', 'host_name'));
  const instance = firstOf(scopeField, (alarm) => (hostInKey ? hostOrScope(alarm) : undefined));

  /** The event key. `id` differs in each event, so it is only the last resort. */
  const identity = firstOf(
    aggregationKey,
    (alarm) => (monitorId(alarm) === undefined ? undefined : joined('/', monitorId, instance)(alarm)),
    joined('/', plainTitle, firstOf(prefixGroup('scope'), field('host', 'hostname'))),
    text('id'),
  );

  const priorityOf = dictionary(priorities);
  /** The severity. If no field states one, it is derived from the transition: a triggered monitor is an ERROR. */
  const severityBy = firstOf<Severity>(
    severityByTransition,
    fieldWord<Severity>(priorities, 'alert_priority', 'priority', 'monitor_priority'),
    (alarm) => {
      const state = transition(alarm) ?? '';
      return /warn|no data|recover/i.test(state)
        ? undefined
        : priorityOf(prefixGroup('priority')(alarm) ?? '');
    },
    severityByAlertType,
    severity('severity', 'SECURITY_SIGNAL_SEVERITY', 'security_signal_severity'),
    (alarm) => {
      const state = transition(alarm);
      if (state === undefined) return undefined;
      if (/no data/i.test(state)) return 'NOT_AVAILABLE';
      return /warn/i.test(state) ? 'WARNING' : eventTypeByState(state) === 'RECOVERY' ? 'INFO' : 'ERROR';
    },
  );
  return { plainTitle, transition, transitionType, identity, severityBy, scope: prefixGroup('scope') };
}
