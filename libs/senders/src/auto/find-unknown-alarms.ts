import { isObject, type Json } from '#shared/kernel/json.js';
import { toJsonPointer, limitAlarms, type FoundAlarm } from '../vocabulary/alarm-finder.js';
import { parseBase64Json, parseEmbeddedJson } from '../vocabulary/embedded.js';
import { collectFields, type ScalarField } from './collect-fields.js';
import { ALARM_LISTS } from './field-names.js';

export interface UnknownAlarm extends FoundAlarm {
  /** The facts beside the list that contains the alarm. All alarms of the list share them. */
  readonly around: readonly ScalarField[];
}

/** Finds the alarms in a body of an unknown sender: the elements of a list, or of a list inside, or else the whole body. */
export function findUnknownAlarms(body: Json): readonly UnknownAlarm[] | undefined {
  const embedded = openPubSubPush(body) ?? openJsonField(body);
  // A JSON pointer cannot lead into a text, so all alarms get the pointer of the text.
  if (embedded !== undefined)
    return findAlarmsIn(embedded.value, '')?.map((one) => ({ ...one, pointer: embedded.pointer }));
  return findAlarmsIn(body, '');
}

function findAlarmsIn(body: Json, base: string): readonly UnknownAlarm[] | undefined {
  if (Array.isArray(body)) return toAlarms(body, base);
  if (!isObject(body)) return undefined;
  for (const [parent, at] of [[body, base] as const, ...childObjects(body, base)]) {
    for (const [name, member] of Object.entries(parent)) {
      if (ALARM_LISTS.includes(name.toLowerCase()) && isListOfAlarms(member) && !isEvidence(parent, member)) {
        return toAlarms(member, at + toJsonPointer([name]), fieldsBeside(body, member));
      }
    }
  }
  return [{ value: body, pointer: base, around: [] }];
}

function toAlarms(
  list: readonly Json[],
  base: string,
  around: readonly ScalarField[] = [],
): readonly UnknownAlarm[] {
  return limitAlarms(list).map((value, index) => ({ value, pointer: `${base}/${index}`, around }));
}

/** Returns the facts of the body outside of lists. */
function fieldsBeside(body: Record<string, Json>, list: Json): readonly ScalarField[] {
  const members = Object.entries(body).filter(([, member]) => member !== list && !Array.isArray(member));
  return collectFields(Object.fromEntries(members)).filter(({ pointer }) => !/\/\d+(?:\/|$)/.test(pointer));
}

function childObjects(
  body: Record<string, Json>,
  base: string,
): readonly (readonly [Record<string, Json>, string])[] {
  return Object.entries(body).flatMap(([name, member]) =>
    isObject(member) ? [[member, base + toJsonPointer([name])] as const] : [],
  );
}

/** Returns whether every element has a field such as a title or a state. A list of details has name-value pairs instead. */
function isListOfAlarms(member: Json): member is readonly Json[] {
  return (
    Array.isArray(member) &&
    member.length > 0 &&
    member.every((one: Json) => isObject(one) && Object.keys(one).some((name) => ALARM_FIELD_NAME.test(name)))
  );
}

/** Returns whether the list is only evidence, e.g. log lines beside the search that they triggered, and not a list of alarms. */
function isEvidence(parent: Record<string, Json>, list: readonly Json[]): boolean {
  const hasWatcher = Object.entries(parent).some(
    ([name, member]) =>
      WATCHER_NAME.test(name) &&
      isObject(member) &&
      ['name', 'title', 'id'].some((one) => Object.hasOwn(member, one)),
  );
  return (
    hasWatcher &&
    list.every((one) => isObject(one) && !Object.keys(one).some((name) => STATE_FIELD_NAME.test(name)))
  );
}
const WATCHER_NAME = /^(?:saved_?search|search|alert|monitor|rule|trigger|check|query|detector)$/i;
const STATE_FIELD_NAME =
  /^(?:title|status|state|labels|alertname|alert_?type|event_?type|fingerprint|incident)$/i;
const ALARM_FIELD_NAME =
  /^(?:title|status|state|severity|labels|alertname|alert_?type|event(?:_?type)?|fingerprint|summary|incident)$/i;

/** Opens a push of Google Pub/Sub: base64 in an envelope. */
function openPubSubPush(body: Json): FoundAlarm | undefined {
  const message = isObject(body) ? body['message'] : undefined;
  const value = isObject(message) ? parseBase64Json(message['data']) : undefined;
  return value === undefined ? undefined : { value, pointer: '/message/data' };
}

/** Opens a form or envelope with at most three fields, one of which contains JSON as text. */
function openJsonField(body: Json): FoundAlarm | undefined {
  if (!isObject(body)) return undefined;
  const name = ['payload', 'data', 'message', 'Message', 'body', 'json', 'event', 'alert'].find(
    (field) => typeof body[field] === 'string' && isObject(parseEmbeddedJson(body[field])),
  );
  const value = name === undefined ? undefined : parseEmbeddedJson(body[name]);
  return name === undefined || value === undefined || Object.keys(body).length > 3
    ? undefined
    : { value, pointer: toJsonPointer([name]) };
}
