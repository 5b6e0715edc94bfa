import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { ignored, type AlarmFormat, type Ignored } from '../../vocabulary/alarm-format.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { resource } from '../../vocabulary/resource.js';
import { severityBy } from '../../vocabulary/severity.js';
import { text } from '../../vocabulary/text.js';
import type { Vocabulary } from '../../vocabulary/word.js';

/** By the numbers of Zabbix and by its names. */
export const SEVERITIES: Vocabulary<Severity> = {
  0: 'NONE',
  1: 'INFO',
  2: 'WARNING',
  3: 'WARNING',
  4: 'ERROR',
  5: 'CRITICAL',
  'not classified': 'NONE',
  information: 'INFO',
  warning: 'WARNING',
  average: 'WARNING',
  high: 'ERROR',
  disaster: 'CRITICAL',
};

/** Log entries have an `eventid` as well: that of the log. */
function isStreamed(line: Json): boolean {
  if (!isObject(line) || line['clock'] === undefined) return false;
  const isItem = line['itemid'] !== undefined && isObject(line['host']);
  return isItem || (line['eventid'] !== undefined && line['value'] !== undefined);
}

/** Returns the time of `clock`, a count of seconds, and `ns`, the nanoseconds after it. */
function readClock(alarm: Alarm): Date | undefined {
  const seconds = Number(text('clock')(alarm));
  const milliseconds = Math.floor(Number(text('ns')(alarm) ?? 0) / 1e6);
  const isValid = seconds > 0 && milliseconds >= 0 && milliseconds < 1000;
  const at = new Date(seconds * 1000 + (isValid ? milliseconds : 0));
  return seconds > 0 && !Number.isNaN(at.getTime()) ? at : undefined;
}

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  if (text('itemid')(alarm) !== undefined) return ignored('the value of an item: no event');
  const state = text('value')(alarm);
  return state === '1' ? 'ALERT' : state === '0' ? 'RECOVERY' : undefined;
}

/** The names of all host groups, as a text. */
function groupNames(alarm: Alarm): string | undefined {
  const groups = value('groups')(alarm);
  if (!Array.isArray(groups)) return undefined;
  return groups.filter((group) => typeof group === 'string' && group !== '').join(', ') || undefined;
}

function describeEnd(alarm: Alarm): string | undefined {
  const problem = text('p_eventid')(alarm);
  return problem === undefined ? undefined : `Problem ${problem} is resolved`;
}

/** The hosts, if there are several. */
function severalHosts(alarm: Alarm): Json | undefined {
  const hosts = value('hosts')(alarm);
  return Array.isArray(hosts) && hosts.length > 1 ? hosts : undefined;
}

/** A line that a connector streams, or that the real-time export writes. A recovery has nothing of its problem but the id. */
export const EVENT_STREAM: AlarmFormat = {
  alarms: singleOrList((body) => (isStreamed(body) ? [{ value: body, pointer: '' }] : undefined)),
  expects: {
    body: 'an event that Zabbix streams (`eventid`, `clock`, `value`)',
    identity: '`eventid` or `p_eventid`',
    state: '`value` 0 or 1',
  },
  event_key: text('p_eventid', 'eventid'),
  event_type: deriveEventType,
  title: firstOf(text('name'), describeEnd),
  severity: severityBy(SEVERITIES, 'severity'),
  rule: text('name'),
  resource: resource('host', text('hosts[0].name', 'hosts[0].host'), text('hosts[0].host', 'hosts[0].name')),
  provider: () => 'zabbix',
  occurred_at: (alarm) => (deriveEventType(alarm) === 'ALERT' ? readClock(alarm) : undefined),
  resolved_at: readClock,
  labels: allLabels(tags('tags'), labelled({ host_group: groupNames })),
  additional_info: { hosts: severalHosts },
};

export const recogniseStream = recogniseAny(
  recogniseBy('eventid', 'clock', 'ns', 'value'),
  recogniseBy('p_eventid', 'clock', 'value'),
  recogniseBy('itemid', 'clock', 'ns', 'host.host'),
);
