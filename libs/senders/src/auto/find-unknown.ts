import { isObject, type Json } from '#shared/kernel/json.js';
import { pointerOf, readable, type Found } from '../vocabulary/alarms.js';
import { base64JsonOf, embeddedOf } from '../vocabulary/embedded.js';
import { factsOf, type Fact } from './facts.js';
import { LISTS } from './names.js';

export interface FoundUnknown extends Found {
  /** What stands beside the list that it is an element of. */
  readonly around: readonly Fact[];
}

/** The alarms of a body nobody described: its elements, those of a list of alarms in it, else the body itself. */
export function findUnknown(body: Json): readonly FoundUnknown[] | undefined {
  const within = pushed(body) ?? jsonInForm(body);
  // No pointer leads into a text.
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

/** All but the lists. */
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

/** A list of details is one of pairs; a list of alarms is one of objects that say something by themselves. */
function isListOfAlarms(held: Json): held is readonly Json[] {
  return (
    Array.isArray(held) &&
    held.length > 0 &&
    held.every((one: Json) => isObject(one) && Object.keys(one).some((name) => TELLING.test(name)))
  );
}

/** Beside the search or monitor that they broke, lines of a log are no alarms of their own. */
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

/** What Pub/Sub pushes: base64 in an envelope. */
function pushed(body: Json): Found | undefined {
  const message = isObject(body) ? body['message'] : undefined;
  const value = isObject(message) ? base64JsonOf(message['data']) : undefined;
  return value === undefined ? undefined : { value, pointer: '/message/data' };
}

/** A form (or an envelope) whose only telling field holds JSON as text. */
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
