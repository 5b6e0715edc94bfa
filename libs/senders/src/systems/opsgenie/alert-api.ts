import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { splitPathSuffix } from '../../plugin-api/path-suffix.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { allLabels, furtherMembers, labelled, labels, tags } from '../../vocabulary/labels.js';
import { firstAt, value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severity, severityBy } from '../../vocabulary/severity.js';
import { joined, link, text, textOf } from '../../vocabulary/text.js';
import { dictionary, type Vocabulary } from '../../vocabulary/word.js';

/** Paths of the Heartbeat API except for pings, which have their own route. */
const HEARTBEAT_PATH = /(?:^|\/)heartbeats(?:\/|$)/i;
/** Matches the paths of both APIs, but not `api/v2/alerts`, which belongs to Alertmanager. */
const API_PATH = /(?<!(?:^|\/)api)(?:^|\/)v[12]\/(?:alerts|heartbeats)(?:\/|$)/i;

interface AlertPath {
  readonly identifier: string;
  readonly verb: string | undefined;
}

/** Parses the path of the Alert API, which follows the address of the webhook: `v2/alerts/{alias}/close`. */
function parseAlertPath(path_suffix: string): AlertPath | undefined {
  const segments = splitPathSuffix(path_suffix);
  const start = segments.findIndex((one) => /^alerts$/i.test(one));
  const [identifier = '', verb = ''] = start < 0 ? [] : segments.slice(start + 1);
  return identifier === '' ? undefined : { identifier, verb: verb === '' ? undefined : verb };
}

const action = text('action');

/** Returns the verb of a request. DELETE of an alert closes it. Other methods than POST only edit it and are ignored. */
function readVerb(alarm: Alarm, path: AlertPath | undefined): string | undefined {
  const method = alarm.delivery.headers[':method'] ?? 'POST';
  if (method === 'POST') return path?.verb ?? action(alarm);
  if (method === 'DELETE' && path !== undefined && path.verb === undefined) return 'close';
  return `${method} ${path?.verb ?? 'alert'}`;
}

const eventTypeByVerb = dictionary<EventType | AcknowledgementType>({
  close: 'RECOVERY',
  acknowledge: 'ACKNOWLEDGED',
  unacknowledge: 'UNACKNOWLEDGED',
});

function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored {
  const { path_suffix, query } = alarm.delivery;
  if (HEARTBEAT_PATH.test(path_suffix))
    return ignored('no ping of a heartbeat: heartbeats are managed at the webhook, see docs/heartbeats.md');
  const path = parseAlertPath(path_suffix);
  const verb = readVerb(alarm, path);
  if (verb === undefined || /^create$/i.test(verb)) return 'ALERT';
  const type = eventTypeByVerb(verb);
  if (type === undefined) return ignored(`${verb}: neither created nor closed`);
  return path !== undefined && /^tiny$/i.test(query['identifierType'] ?? '')
    ? ignored(`${verb} by a tiny id: alerts have none here, ${verb} by the alias`)
    : type;
}

/** Returns what a request does without changing the state: a note, or an assignment. */
function describeRequest(alarm: Alarm): string | undefined {
  const verb = readVerb(alarm, parseAlertPath(alarm.delivery.path_suffix)) ?? '';
  if (/^notes?$/i.test(verb)) return text('note')(alarm);
  const assignee = text('owner.username', 'owner.id')(alarm);
  return /^assign$/i.test(verb) && assignee !== undefined ? `Assigned to ${assignee}` : undefined;
}

/** Priorities without the letter. Users who write the body may send `3` for `P3`. */
export const PRIORITIES: Vocabulary<Severity> = {
  1: 'CRITICAL',
  2: 'ERROR',
  3: 'WARNING',
  4: 'INFO',
  5: 'INFO',
};

/** The names of the teams among the responders. Others are users, escalations and schedules. */
const team: Reader<string> = firstAt(['responders', 'teams'], (from) => {
  const teams = (Array.isArray(from) ? from : []).filter(
    (one: Json) => isObject(one) && (one['type'] ?? 'team') === 'team',
  );
  return (
    teams.flatMap((one: Json) => (isObject(one) ? (textOf(one['name']) ?? []) : [])).join(',') || undefined
  );
});

/** Requests to the Alert API, as version 1.0.0 reads them. The alias is in the path or in the body. */
export const API_REQUEST_V1_0: AlarmFormat = {
  // Any object is accepted, because the body of a close request may be empty.
  alarms: singleOrList(wholeBody()),
  expects: {
    body: 'a request to the Alert API of Opsgenie (an object with `message`)',
    identity: '`alias` or `message`',
    state: 'create or close',
  },
  event_key: firstOf(
    (alarm) => parseAlertPath(alarm.delivery.path_suffix)?.identifier,
    text('alias'),
    joined('/', text('entity'), text('message')),
  ),
  event_type: deriveEventType,
  acknowledgement: { by: text('user'), comment: text('note') },
  note: { text: describeRequest, by: text('user') },
  title: firstOf(text('message', 'alias'), (alarm) => parseAlertPath(alarm.delivery.path_suffix)?.identifier),
  description: text('description', 'note', 'message'),
  severity: severity('priority'),
  rule: text('source'),
  resource: resource('entity', text('entity', 'details.host', 'details.Host', 'details.instance')),
  provider: () => 'opsgenie',
  resolved_by: text('user'),
  labels: allLabels(labels('details'), tags('tags'), labelled({ team })),
  links: {
    // Alertmanager sends its own address as the source.
    source: link('source'),
    runbook: link('details.runbook_url', 'details.runbook'),
    dashboard: link('details.dashboard_url', 'details.dashboard'),
  },
  additional_info: {
    source: text('source'),
    user: text('user'),
    note: text('note'),
    responders: value('responders'),
    details: furtherMembers('details'),
    priority: text('priority'),
  },
  additional_info_0_2: { tags: value('tags'), details: value('details') },
};

/** Requests to the Alert API. Without a priority, Opsgenie gives an alert P3; senders such as Alertmanager state a severity in the details. */
export const API_REQUEST: AlarmFormat = {
  ...API_REQUEST_V1_0,
  severity: firstOf(
    severityBy(PRIORITIES, 'priority'),
    severity('details.severity', 'details.Severity'),
    (alarm) => (deriveEventType(alarm) === 'ALERT' ? 'WARNING' : undefined),
  ),
  rule: text('details.alertname', 'source'),
};

export function isApiPath(path_suffix: string): boolean {
  return API_PATH.test(path_suffix);
}

/** Recognises the Alert API by its path. */
export const recognisePath: NonNullable<Plugin['recognises']> = ({ path_suffix }) =>
  isApiPath(path_suffix) ? 0.97 : 0;

/** Accepts an empty body for requests about an existing alert, because the path contains all that is required. */
export const takesEmptyBody: NonNullable<Plugin['takesEmptyBody']> = (path_suffix) =>
  isApiPath(path_suffix) && parseAlertPath(path_suffix) !== undefined;

/** Returns the response of the Alert API, which also processes requests asynchronously. */
export const answer: NonNullable<Plugin['answer']> = ({ path_suffix }, { delivery_id }) => {
  if (!isApiPath(path_suffix) || HEARTBEAT_PATH.test(path_suffix)) return undefined;
  return { status: 202, body: { result: 'Request will be processed', took: 0.001, requestId: delivery_id } };
};
