import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, text, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { lastSegment, resourceGroupOf, subscriptionOf } from './common-alert.js';
import { labelled } from '../../vocabulary/labels.js';

const typeName = text('eventType', 'type');
const FAILURE_PATTERN =
  /(?:Failure|Failed|Error|Expired|NearExpiry|Disconnected|Unavailable|Unhealthy|Degraded)$/;
const SUCCESS_PATTERN = /(?:Success|Succeeded|Connected|Recovered|Resolved)$/;
const AVAILABILITY_PATH = 'data.resourceInfo.properties.availabilityState';

const AVAILABILITY_STATES: Readonly<Record<string, EventType>> = {
  available: 'RECOVERY',
  unavailable: 'ALERT',
  degraded: 'ALERT',
  unknown: 'ALERT',
};

/** Derives the type from the suffix of the event's type. For resource health the data decides. */
function deriveEventType(alarm: Alarm): EventType | Ignored {
  const type = typeName(alarm) ?? '';
  if (FAILURE_PATTERN.test(type)) return 'ALERT';
  if (SUCCESS_PATTERN.test(type)) return 'RECOVERY';
  return word(AVAILABILITY_STATES, AVAILABILITY_PATH)(alarm) ?? ignored(`${type}: tells of no failure`);
}

/** The event's type without the result, so that failure and success have the same key. */
const typeWithoutResult = (alarm: Alarm): string | undefined =>
  typeName(alarm)?.replace(FAILURE_PATTERN, '').replace(SUCCESS_PATTERN, '');
const affectedResource = text('subject', 'data.resourceInfo.id', 'data.resourceUri', 'topic', 'source');

function isAzureEvent(body: Json): boolean {
  if (!isObject(body) || !isObject(body['data'])) return false;
  return (textOf(body['eventType'] ?? body['type']) ?? '').startsWith('Microsoft.');
}

/** Events of Azure services, as a subscription of Event Grid posts them. */
export const EVENT_GRID_EVENT: AlarmFormat = {
  alarms: singleOrList((body) => (isAzureEvent(body) ? [{ value: body, pointer: '' }] : undefined)),
  expects: {
    body: 'events of Event Grid (a list of objects with `eventType` and `data`)',
    identity: '`subject`',
    state: '`eventType`',
  },
  event_key: firstOf(joined('|', affectedResource, typeWithoutResult), typeWithoutResult),
  event_type: deriveEventType,
  title: joined(': ', typeName, firstOf(lastSegment('subject', 'data.resourceUri'), affectedResource)),
  description: joined(
    '\n',
    text('data.operationName'),
    text('data.status', AVAILABILITY_PATH),
    text('data.error'),
  ),
  severity: word<Severity>(
    { unavailable: 'CRITICAL', degraded: 'WARNING', available: 'INFO' },
    AVAILABILITY_PATH,
  ),
  rule: typeName,
  resource: resource(
    'resource',
    lastSegment('subject', 'data.resourceUri', 'topic', 'source'),
    affectedResource,
  ),
  provider: () => 'azure',
  account: firstOf(text('data.subscriptionId'), subscriptionOf('topic', 'subject', 'source')),
  occurred_at: instant('eventTime', 'time'),
  labels: labelled({ resource_group: resourceGroupOf('subject', 'data.resourceUri') }),
  additional_info: { id: text('id'), topic: text('topic', 'source'), data: value('data') },
};
