import { isObject, type Json } from '#shared/kernel/json.js';
import type { PluginDelivery } from '../plugin-api/plugin.js';
import { toJsonPointer, limitAlarms, type FoundAlarm } from '../vocabulary/alarm-finder.js';
import { parseBase64Json, parseEmbeddedJson } from '../vocabulary/embedded.js';
import { collectFields, type ScalarField } from './collect-fields.js';
import { findAlarmLists, type AlarmList } from './find-alarm-lists.js';
import { isGroup, isNamed, isStated } from './list-words.js';
import { describeSurroundings, NO_SURROUNDINGS, type Surroundings } from './surroundings.js';

export interface UnknownAlarm extends FoundAlarm {
  /** What the facts beside the list that contains the alarm say. All alarms of the list share it. */
  readonly around: Surroundings;
  /** What only the position of the alarm says: its key in an object of alarms. */
  readonly own?: readonly ScalarField[];
}

type Arrival = Pick<PluginDelivery, 'received_at' | 'words'>;

/** Lists may contain envelopes with lists. */
const MAX_NESTED_LISTS = 3;

/**
 * Finds the alarms in a body of an unknown sender: the elements of a list, or of lists inside, or else the whole body.
 * @param arrival the time of arrival, and the words of the version
 */
export function findUnknownAlarms(body: Json, arrival: Arrival): readonly UnknownAlarm[] | undefined {
  const embedded = openPubSubPush(body) ?? openJsonField(body);
  // A JSON pointer cannot lead into a text, so all alarms get the pointer of the text.
  if (embedded !== undefined)
    return findAlarmsIn(embedded.value, arrival)?.map((one) => ({ ...one, pointer: embedded.pointer }));
  return findAlarmsIn(body, arrival);
}

function findAlarmsIn(body: Json, arrival: Arrival): readonly UnknownAlarm[] | undefined {
  if (Array.isArray(body)) {
    const elements = body.map((value: Json, index) => ({
      value,
      pointer: `/${index}`,
      around: NO_SURROUNDINGS,
    }));
    return limitAlarms(limitAlarms(elements).flatMap((one) => openEnvelope(one, MAX_NESTED_LISTS, arrival)));
  }
  return isObject(body)
    ? limitAlarms(openLists({ value: body, pointer: '', around: NO_SURROUNDINGS }, MAX_NESTED_LISTS, arrival))
    : undefined;
}

/** Returns the alarms of the lists inside an object; the object itself if it has none. */
function openLists(found: UnknownAlarm, depth: number, arrival: Arrival): readonly UnknownAlarm[] {
  const { value, pointer, around } = found;
  const lists = isObject(value) && depth > 0 ? findAlarmLists(value) : [];
  if (lists.length === 0) return [found];
  const beside = describeSurroundings(fieldsBeside(value, lists), around, arrival);
  return lists.flatMap((list) => {
    const shared = describeSurroundings(list.said, beside, arrival);
    return limitAlarms(list.elements).flatMap((element) =>
      openEnvelope(
        {
          value: element.value,
          pointer: pointer + list.pointer + element.pointer,
          around: shared,
          own: element.own,
        },
        depth - 1,
        arrival,
      ),
    );
  });
}

/** Opens an element that is itself an envelope with a list. An alarm is not opened: its lists are parts of it. */
function openEnvelope(found: UnknownAlarm, depth: number, arrival: Arrival): readonly UnknownAlarm[] {
  const { value } = found;
  return isObject(value) && !Array.isArray(value) && ((!isNamed(value) && !isStated(value)) || isGroup(value))
    ? openLists(found, depth, arrival)
    : [found];
}

/** Returns the facts of the body outside of lists. */
function fieldsBeside(body: Json, lists: readonly AlarmList[]): readonly ScalarField[] {
  const listPointers = new Set(lists.map(({ pointer }) => pointer));
  const members = Object.entries(body as Readonly<Record<string, Json>>).filter(
    ([name, member]) => !Array.isArray(member) && !listPointers.has(toJsonPointer([name])),
  );
  return collectFields(Object.fromEntries(members)).filter(
    ({ pointer }) =>
      !/\/\d+(?:\/|$)/.test(pointer) && !enclosingPointers(pointer).some((one) => listPointers.has(one)),
  );
}

function enclosingPointers(pointer: string): readonly string[] {
  return [...pointer.matchAll(/\//g)].map(({ index }) => pointer.slice(0, index));
}

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
