import { isObject, type Json } from '#shared/kernel/json.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { toJsonPointer, type AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { text } from '../../vocabulary/text.js';

export const layoutKind = fuzzyField('kind', 'event_kind', 'object_kind', 'involved_object_kind');
export const layoutName = fuzzyField('name', 'object_name', 'involved_object_name', 'pod', 'node');
export const layoutNamespace = fuzzyField('namespace', 'object_namespace', 'involved_object_namespace');
export const layoutReason = fuzzyField('reason', 'event_reason');
export const layoutType = fuzzyField('type', 'event_type');
export const layoutMessage = fuzzyField('message', 'event_message', 'note');

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
  if (!isObject(value)) return false;
  const alarm = { value } as Alarm;
  return (
    /^(?:Normal|Warning)$/.test(layoutType(alarm) ?? '') &&
    API_WORD.test(layoutReason(alarm) ?? '') &&
    API_WORD.test(layoutKind(alarm) ?? '')
  );
}

/**
 * Finds the event in a body with a layout: its fields are those of the body, or of an object in the body. The default body
 * of kube-eventer is found too.
 */
export const findLayout: AlarmFinder = (body) => {
  if (!isObject(body)) return undefined;
  if (isEvent(body)) return [{ value: body, pointer: '' }];
  const inner = Object.entries(body).find(([, part]) => isEvent(part));
  return inner === undefined ? undefined : [{ value: inner[1], pointer: toJsonPointer([inner[0]]) }];
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
