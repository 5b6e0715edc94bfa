import { isObject, type Json } from '#shared/kernel/json.js';
import { pointerOf, readable, type Found } from '../vocabulary/alarms.js';
import { base64JsonOf, embeddedOf } from '../vocabulary/embedded.js';
import { factsOf, type Fact } from './facts.js';
import { LISTS } from './names.js';

export interface FoundUnknown extends Found {
  /** The facts beside the list that contains the alarm. All alarms of the list share them. */
  readonly around: readonly Fact[];
}

/** Finds the alarms in a body of an unknown sender: the elements of a list, or of a list inside, or else the whole body. */
export function findUnknown(body: Json): readonly FoundUnknown[] | undefined {
  const within = pushed(body) ?? jsonInForm(body);
  // A JSON pointer cannot lead into a text, so all alarms get the pointer of the text.
  if (within !== undefined)
    return findIn(within.value, '')?.map((one) => ({ ...one, pointer: within.pointer }));
  return findIn(body, '');
}

function findIn(body: Json, base: string): readonly FoundUnknown[] | undefined {
  if (Array.isArray(body)) return elements(body, base);
  if (!isObject(body)) return undefined;
  for (const [holder, at] of [[body, base] as const, ...objectsIn(body, base)]) {
    for (const [name, held] of Object.entries(holder)) {
      if (LISTS.includes(name.toLowerCase()) && isListOfAlarms(held) && !isEvidence(holder, held)) {
        return elements(held, at + pointerOf([name]), factsBeside(body, held));
      }
    }
  }
  return [{ value: body, pointer: base, around: [] }];
}

function elements(
  list: readonly Json[],
  base: string,
  around: readonly Fact[] = [],
): readonly FoundUnknown[] {
  return readable(list).map((value, index) => ({ value, pointer: `${base}/${index}`, around }));
}

/** Returns the facts of the body outside of lists. */
function factsBeside(body: Record<string, Json>, list: Json): readonly Fact[] {
  const members = Object.entries(body).filter(([, held]) => held !== list && !Array.isArray(held));
  return factsOf(Object.fromEntries(members)).filter(({ pointer }) => !/\/\d+(?:\/|$)/.test(pointer));
}

function objectsIn(
  body: Record<string, Json>,
  base: string,
): readonly (readonly [Record<string, Json>, string])[] {
  return Object.entries(body).flatMap(([name, held]) =>
    isObject(held) ? [[held, base + pointerOf([name])] as const] : [],
  );
}

/** Returns whether every element has a field such as a title or a state. A list of details has name-value pairs instead. */
function isListOfAlarms(held: Json): held is readonly Json[] {
  return (
    Array.isArray(held) &&
    held.length > 0 &&
    held.every((one: Json) => isObject(one) && Object.keys(one).some((name) => TELLING.test(name)))
  );
}

/** Returns whether the list is only evidence, e.g. log lines beside the search that they triggered, and not a list of alarms. */
function isEvidence(holder: Record<string, Json>, list: readonly Json[]): boolean {
  const about = Object.entries(holder).some(
    ([name, held]) =>
      WATCHERS.test(name) &&
      isObject(held) &&
      ['name', 'title', 'id'].some((one) => Object.hasOwn(held, one)),
  );
  return about && list.every((one) => isObject(one) && !Object.keys(one).some((name) => STANDING.test(name)));
}
const WATCHERS = /^(?:saved_?search|search|alert|monitor|rule|trigger|check|query|detector)$/i;
const STANDING = /^(?:title|status|state|labels|alertname|alert_?type|event_?type|fingerprint|incident)$/i;
const TELLING =
  /^(?:title|status|state|severity|labels|alertname|alert_?type|event(?:_?type)?|fingerprint|summary|incident)$/i;

/** Opens a push of Google Pub/Sub: base64 in an envelope. */
function pushed(body: Json): Found | undefined {
  const message = isObject(body) ? body['message'] : undefined;
  const value = isObject(message) ? base64JsonOf(message['data']) : undefined;
  return value === undefined ? undefined : { value, pointer: '/message/data' };
}

/** Opens a form or envelope with at most three fields, one of which contains JSON as text. */
function jsonInForm(body: Json): Found | undefined {
  if (!isObject(body)) return undefined;
  const name = ['payload', 'data', 'message', 'Message', 'body', 'json', 'event', 'alert'].find(
    (field) => typeof body[field] === 'string' && isObject(embeddedOf(body[field])),
  );
  const value = name === undefined ? undefined : embeddedOf(body[name]);
  return name === undefined || value === undefined || Object.keys(body).length > 3
    ? undefined
    : { value, pointer: pointerOf([name]) };
}
