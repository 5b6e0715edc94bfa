import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { joined, text, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { lastPart, subscriptionIn } from './common-alert.js';

const kind = text('eventType', 'type');
const BAD = /(?:Failure|Failed|Error|Expired|NearExpiry|Disconnected|Unavailable|Unhealthy|Degraded)$/;
const GOOD = /(?:Success|Succeeded|Connected|Recovered|Resolved)$/;
const AVAILABILITY = 'data.resourceInfo.properties.availabilityState';

const HEALTH: Readonly<Record<string, EventType>> = {
  available: 'RECOVERY',
  unavailable: 'ALERT',
  degraded: 'ALERT',
  unknown: 'ALERT',
};

/** Derives the type from the suffix of the event's type. For resource health the data decides. */
function typeOf(alarm: Alarm): EventType | Ignored {
  const type = kind(alarm) ?? '';
  if (BAD.test(type)) return 'ALERT';
  if (GOOD.test(type)) return 'RECOVERY';
  return word(HEALTH, AVAILABILITY)(alarm) ?? ignored(`${type}: tells of no failure`);
}

/** The event's type without the result, so that failure and success have the same key. */
const stem = (alarm: Alarm): string | undefined => kind(alarm)?.replace(BAD, '').replace(GOOD, '');
const thing = text('subject', 'data.resourceInfo.id', 'data.resourceUri', 'topic', 'source');

function isOfAzure(body: Json): boolean {
  if (!isObject(body) || !isObject(body['data'])) return false;
  return (textOf(body['eventType'] ?? body['type']) ?? '').startsWith('Microsoft.');
}

/** Events of Azure services, as a subscription of Event Grid posts them. */
export const EVENT_GRID_EVENT: Sender = {
  alarms: alsoListed((body) => (isOfAzure(body) ? [{ value: body, pointer: '' }] : undefined)),
  expects: {
    body: 'events of Event Grid (a list of objects with `eventType` and `data`)',
    identity: '`subject`',
    state: '`eventType`',
  },
  event_key: firstOf(joined('|', thing, stem), stem),
  event_type: typeOf,
  title: joined(': ', kind, firstOf(lastPart('subject', 'data.resourceUri'), thing)),
  description: joined(
    '\n',
    text('data.operationName'),
    text('data.status', AVAILABILITY),
    text('data.error'),
  ),
  severity: word<Severity>({ unavailable: 'CRITICAL', degraded: 'WARNING', available: 'INFO' }, AVAILABILITY),
  rule: kind,
  resource: resource('resource', lastPart('subject', 'data.resourceUri', 'topic', 'source'), thing),
  provider: () => 'azure',
  account: firstOf(text('data.subscriptionId'), subscriptionIn('topic', 'subject', 'source')),
  occurred_at: instant('eventTime', 'time'),
  additional_info: { id: text('id'), topic: text('topic', 'source'), data: value('data') },
};
