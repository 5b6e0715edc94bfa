import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender, type Taken } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

/** `v2/alerts/{alias}/close`, as the Alert API has it behind the address of the webhook. */
const ALERT_PATH = /(?:^|\/)alerts\/([^/]+)(?:\/([a-z]+)(?:\/.*)?)?\/?$/i;
/** Pings never come here: they have a route of their own. */
const HEARTBEAT_PATH = /(?:^|\/)heartbeats(?:\/|$)/i;
/** Not `api/v2/alerts`: that is Alertmanager's. */
const API_PATH = /(?<!(?:^|\/)api)(?:^|\/)v[12]\/(?:alerts|heartbeats)(?:\/|$)/i;

interface InPath {
  readonly identifier: string;
  readonly verb: string | undefined;
}

function inPath(path_suffix: string): InPath | undefined {
  const match = ALERT_PATH.exec(path_suffix);
  if (match?.[1] === undefined) return undefined;
  try {
    return { identifier: decodeURIComponent(match[1]), verb: match[2] };
  } catch {
    return { identifier: match[1], verb: match[2] };
  }
}

const action = text('action');

/** A DELETE takes the alert away. Any other method changes something of it, which is no news of the thing itself. */
function verbOf(alarm: Alarm, path: InPath | undefined): string | undefined {
  const method = alarm.delivery.headers[':method'] ?? 'POST';
  if (method === 'POST') return path?.verb ?? action(alarm);
  if (method === 'DELETE' && path !== undefined && path.verb === undefined) return 'close';
  return `${method} ${path?.verb ?? 'alert'}`;
}

const VERBS = dictionary<EventType | Taken>({
  close: 'RECOVERY',
  acknowledge: 'ACKNOWLEDGED',
  unacknowledge: 'UNACKNOWLEDGED',
});

function requestType(alarm: Alarm): EventType | Taken | Ignored {
  const { path_suffix, query } = alarm.delivery;
  if (HEARTBEAT_PATH.test(path_suffix))
    return ignored('no ping of a heartbeat: heartbeats are managed at the webhook, see docs/heartbeats.md');
  const path = inPath(path_suffix);
  const verb = verbOf(alarm, path);
  if (verb === undefined || /^create$/i.test(verb)) return 'ALERT';
  const type = VERBS(verb);
  if (type === undefined) return ignored(`${verb}: neither created nor closed`);
  return path !== undefined && query['identifierType'] === 'tiny'
    ? ignored(`${verb} by a tiny id: alerts have none here, ${verb} by the alias`)
    : type;
}

/** A request to the Alert API: create, or close with the alias in the path or in the body. */
export const REQUEST: Sender = {
  // A close has as good as nothing in its body.
  alarms: alsoListed(wholeBody()),
  expects: {
    body: 'a request to the Alert API of Opsgenie (an object with `message`)',
    identity: '`alias` or `message`',
    state: 'create or close',
  },
  event_key: firstOf(
    (alarm) => inPath(alarm.delivery.path_suffix)?.identifier,
    text('alias'),
    joined('/', text('entity'), text('message')),
  ),
  event_type: requestType,
  taken: { by: text('user'), comment: text('note') },
  title: firstOf(text('message', 'alias'), (alarm) => inPath(alarm.delivery.path_suffix)?.identifier),
  description: text('description', 'note', 'message'),
  severity: severity('priority'),
  rule: text('source'),
  resource: resource('entity', text('entity', 'details.host', 'details.Host', 'details.instance')),
  provider: () => 'opsgenie',
  additional_info: {
    source: text('source'),
    user: text('user'),
    note: text('note'),
    tags: value('tags'),
    responders: value('responders'),
    details: value('details'),
    priority: text('priority'),
  },
};

export function isApiPath(path_suffix: string): boolean {
  return API_PATH.test(path_suffix);
}

/** How sure the path makes that this is the Alert API. */
export const recognisesPath: NonNullable<Plugin['recognises']> = ({ path_suffix }) =>
  isApiPath(path_suffix) ? 0.97 : 0;

/** Whatever is done to an alert: all that must be said is in the path. */
export const takesEmptyBody: NonNullable<Plugin['takesEmptyBody']> = (path_suffix) =>
  isApiPath(path_suffix) && ALERT_PATH.test(path_suffix);

/** What the Alert API answers: it works later, as this service does. */
export const answer: NonNullable<Plugin['answer']> = ({ path_suffix }, { delivery_id }) => {
  if (!isApiPath(path_suffix) || HEARTBEAT_PATH.test(path_suffix)) return undefined;
  return { status: 202, body: { result: 'Request will be processed', took: 0.001, requestId: delivery_id } };
};
