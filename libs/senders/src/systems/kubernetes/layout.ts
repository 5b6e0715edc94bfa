import { isObject, isRawNumber, type Json } from '#shared/kernel/json.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { toJsonPointer, type AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { parseEmbeddedJson } from '../../vocabulary/embedded.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { allLabels, labelled, toLabels } from '../../vocabulary/labels.js';
import { text } from '../../vocabulary/text.js';

export const layoutKind = fuzzyField('kind', 'event_kind', 'object_kind', 'involved_object_kind');
export const layoutName = fuzzyField(
  'name',
  'event_name',
  'object_name',
  'involved_object_name',
  'pod',
  'node',
);
export const layoutNamespace = fuzzyField(
  'namespace',
  'event_namespace',
  'object_namespace',
  'involved_object_namespace',
);
export const layoutReason = fuzzyField('reason', 'event_reason');
export const layoutType = fuzzyField('type', 'event_type');
export const layoutMessage = fuzzyField('message', 'event_message', 'note');

export const layoutCluster = firstOf(
  fuzzyField('cluster_name', 'cluster'),
  text('$.cluster', '$.clusterName'),
);
export const layoutComponent = fuzzyField('component', 'source_component', 'reporting_component');
export const layoutNode = fuzzyField('host', 'source_host');

/** The labels of the object, also as JSON in a text, as in the layouts of the exporter's README, and what the layout adds. */
export const layoutLabels = allLabels(
  ({ value }: Alarm) => toLabels(parseEmbeddedJson(isObject(value) ? value['labels'] : undefined) ?? null),
  labelled({
    cluster: layoutCluster,
    namespace: layoutNamespace,
    component: layoutComponent,
    node: layoutNode,
    region: firstOf(fuzzyField('region'), text('$.region')),
    environment: firstOf(fuzzyField('environment', 'env'), text('$.environment', '$.env')),
  }),
);

/** Readers for the time, of the fields of the event itself or of the layout around them. */
export const layoutTime = firstOf(
  (alarm: Alarm) =>
    parseInstant(
      fuzzyField(
        'last_timestamp',
        'event_time',
        'created_at',
        'timestamp',
        'time',
        'first_timestamp',
      )(alarm) ?? null,
    ),
  (alarm: Alarm) => parseInstant(text('$.createdAt', '$.timestamp', '$.time')(alarm) ?? null),
);

/** Words of the API of Kubernetes: `Pod`, `FailedMount`. Other senders rarely write kinds and reasons like this. */
const API_WORD = /^[A-Z][A-Za-z\d]{1,60}$/;

/** Returns whether these are the fields of an event, under the names that exporters give them. */
function isEvent(value: Json): boolean {
  if (!isObject(value) || !Object.values(value).some((part) => part === 'Normal' || part === 'Warning'))
    return false;
  const alarm = { value } as Alarm;
  return (
    /^(?:Normal|Warning)$/.test(layoutType(alarm) ?? '') &&
    API_WORD.test(layoutReason(alarm) ?? '') &&
    API_WORD.test(layoutKind(alarm) ?? '')
  );
}

/** Lines of the messages that kube-eventer's documentation suggests for chats: `EventType: Warning`, or in bold. */
const LINE = /\*{0,2}\b(Event(?:Type|Kind|Namespace|Name|Reason|Time|Message)):\*{0,2}[ \t]*([^\n]{0,500})/g;
const MAX_TEXT_LENGTH = 4_000;
/** The most parts of a body that are searched for such a text. */
const MAX_PARTS = 100;

/** Returns the first text of the body with the reason of an event. */
function findLines(body: Json): string | undefined {
  const parts: Json[] = [body];
  // The loop also visits the parts that it adds.
  for (const part of parts) {
    if (typeof part === 'string' && part.slice(0, MAX_TEXT_LENGTH).includes('EventReason:')) return part;
    if (typeof part === 'object' && part !== null && !isRawNumber(part))
      parts.push(...Object.values(part).slice(0, Math.max(0, MAX_PARTS - parts.length)));
  }
  return undefined;
}

/** Returns the fields of an event that a text in the body contains, each on a line of its own. */
function readLines(body: Json): Json | undefined {
  const lines = findLines(body)?.slice(0, MAX_TEXT_LENGTH).matchAll(LINE) ?? [];
  const fields = Object.fromEntries([...lines].map(([, name = '', said = '']) => [name, said.trim()]));
  return isEvent(fields) ? fields : undefined;
}

/**
 * Finds the event in a body with a layout: its fields are those of the body, or of an object in the body. The default body
 * of kube-eventer is found too.
 */
export const findLayout: AlarmFinder = (body) => {
  if (isObject(body) && isEvent(body)) return [{ value: body, pointer: '' }];
  const inner = isObject(body)
    ? Object.entries(body)
        .slice(0, MAX_PARTS)
        .find(([, part]) => isEvent(part))
    : undefined;
  if (inner !== undefined) return [{ value: inner[1], pointer: toJsonPointer([inner[0]]) }];
  const lines = readLines(body);
  return lines === undefined ? undefined : [{ value: lines, pointer: '' }];
};

/** Longer messages are cut. They repeat the output of a container. */
const MAX_MESSAGE_LENGTH = 500;
const IDS = /\(?\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b\)?/g;
const DURATIONS = /\b(?:\d{1,9}(?:\.\d{1,9})?(?:h|ms|m|s))+\b/g;

/**
 * Returns what tells the objects of a kind apart if the event does not name them: its message, without the reason, ids of
 * objects and durations.
 */
export function subjectOfMessage(alarm: Alarm): string | undefined {
  return layoutMessage(alarm)
    ?.slice(0, MAX_MESSAGE_LENGTH)
    .replaceAll(layoutReason(alarm) ?? '', '')
    .replaceAll(IDS, '')
    .replaceAll(DURATIONS, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
