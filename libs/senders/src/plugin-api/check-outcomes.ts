import { isObject, isRawNumber, type Json } from '#shared/kernel/json.js';
import { EVENT_TYPES, SEVERITIES } from './event.js';
import type { PluginAcknowledgement, PluginEvent, PluginOutcome } from './plugin.js';
import { REMOTE_TERMS } from './remote-plugin.js';

const MOST_OUTCOMES = REMOTE_TERMS.mostOutcomes;

/**
 * Validates the outcomes of a third-party plugin. An invalid outcome, or an event with an invalid field, becomes an ERROR
 * with the reason. The other outcomes are not affected.
 * @throws Error if the value is not a list, or has more outcomes than a delivery may have
 */
export function checkedOutcomes(given: unknown, body: Json): readonly PluginOutcome[] {
  if (!Array.isArray(given)) throw new Error('it gave no list of outcomes');
  if (given.length > MOST_OUTCOMES)
    throw new Error(`it gave ${given.length} outcomes; at most ${MOST_OUTCOMES}`);
  return given.map((one: unknown) => checkedOutcome(one, body));
}

type Fields = Readonly<Record<string, unknown>>;

function checkedOutcome(given: unknown, body: Json): PluginOutcome {
  if (!isFields(given)) return error('', 'it gave an outcome that is no object');
  const { outcome, reason } = given;
  if (outcome === 'EVENT')
    return isFields(given['event'])
      ? checkedEvent(given['event'], body)
      : error('', 'its EVENT has no event');
  if (outcome === 'ACKNOWLEDGED')
    return isFields(given['acknowledgement'])
      ? checkedAcknowledgement(given['acknowledgement'], body)
      : error('', 'its ACKNOWLEDGED has no acknowledgement');
  const pointer = pointerIn(body, given['pointer']) ?? '';
  if (outcome !== 'IGNORED' && outcome !== 'ERROR')
    return error(pointer, 'it gave an outcome that is none of EVENT, ACKNOWLEDGED, IGNORED, ERROR');
  return {
    outcome,
    pointer,
    reason: typeof reason === 'string' && reason !== '' ? reason : 'no reason given',
  };
}

type ReadText = (from: Fields, field: string, prefix?: string) => string | null;

/** Returns a reader of text fields. It appends an error to `wrong` for every field that is not text. */
function textReader(wrong: string[]): ReadText {
  return (from, field, prefix = '') => {
    const value = from[field];
    if (value === undefined || value === null || typeof value === 'string') return value ?? null;
    wrong.push(`${prefix}${field} must be text`);
    return null;
  };
}

function checkedAcknowledgement(given: Fields, body: Json): PluginOutcome {
  const wrong: string[] = [];
  const text = textReader(wrong);
  const pointer = pointerIn(body, given['pointer'] ?? '');
  if (pointer === undefined) wrong.push('pointer must lead to a part of the body');
  const event_key = text(given, 'event_key') ?? '';
  if (event_key === '') wrong.push('event_key is required');
  const acknowledged = given['acknowledged'] ?? true;
  if (typeof acknowledged !== 'boolean') wrong.push('acknowledged must be true or false');
  const acknowledgement: PluginAcknowledgement = {
    event_key,
    acknowledged: acknowledged === true,
    by: text(given, 'by'),
    comment: text(given, 'comment'),
    occurred_at: instantOf(given['occurred_at'], wrong),
    pointer: pointer ?? '',
  };
  return wrong.length > 0
    ? error(pointer ?? '', `its acknowledgement is wrong: ${wrong.join('; ')}`)
    : { outcome: 'ACKNOWLEDGED', acknowledgement };
}

function checkedEvent(event: Fields, body: Json): PluginOutcome {
  const wrong: string[] = [];
  const text = textReader(wrong);
  const word = <T extends string>(field: string, allowed: readonly T[]): T | undefined => {
    const value = event[field];
    if (value === undefined || value === null) return undefined;
    const found = allowed.find((one) => one === value);
    if (found === undefined) wrong.push(`${field} must be one of ${allowed.join(', ')}`);
    return found;
  };
  const object = (field: string): Fields => {
    const value = event[field] ?? {};
    if (isFields(value)) return value;
    wrong.push(`${field} must be an object`);
    return {};
  };
  const pointer = pointerIn(body, event['pointer'] ?? '');
  if (pointer === undefined) wrong.push('pointer must lead to a part of the body');
  const resource = object('resource');
  const event_type = word('event_type', EVENT_TYPES) ?? 'ALERT';
  const event_key = text(event, 'event_key') ?? '';
  if (event_key === '') wrong.push('event_key is required');
  const title = text(event, 'title') ?? '';
  if (title === '' && event_type !== 'RECOVERY') wrong.push('title is required');
  const checked: PluginEvent = {
    event_key,
    event_type,
    title: title || event_key,
    severity: word('severity', SEVERITIES),
    state: text(event, 'state'),
    description: text(event, 'description') ?? '',
    rule: text(event, 'rule'),
    resource: {
      resource_id: text(resource, 'resource_id', 'resource.'),
      resource_type: text(resource, 'resource_type', 'resource.'),
      name: text(resource, 'name', 'resource.'),
    },
    provider: text(event, 'provider'),
    account: text(event, 'account'),
    image_url: text(event, 'image_url'),
    occurred_at: instantOf(event['occurred_at'], wrong),
    occurred_at_is: word('occurred_at_is', ['change', 'start']) ?? 'change',
    additional_info: object('additional_info') as PluginEvent['additional_info'] & object,
    raw_data: (event['raw_data'] as Json | undefined) ?? valueAt(body, pointer ?? '') ?? null,
    pointer: pointer ?? '',
  };
  return wrong.length > 0
    ? error(pointer ?? '', `its event is wrong: ${wrong.join('; ')}`)
    : { outcome: 'EVENT', event: checked };
}

function error(pointer: string, reason: string): PluginOutcome {
  return { outcome: 'ERROR', pointer, reason };
}

function isFields(value: unknown): value is Fields {
  return isObject(value) && !(value instanceof Date);
}

/** Accepts a `Date`, or its form in JSON: ISO 8601 text with a time zone. */
function instantOf(given: unknown, wrong: string[]): Date | null {
  if (given === undefined || given === null) return null;
  const zoned = typeof given === 'string' && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(given);
  const at = given instanceof Date ? given : new Date(zoned ? given : Number.NaN);
  if (!Number.isNaN(at.getTime())) return at;
  wrong.push('occurred_at must be an instant: ISO 8601 with its zone');
  return null;
}

function pointerIn(body: Json, pointer: unknown): string | undefined {
  return typeof pointer === 'string' && valueAt(body, pointer) !== undefined ? pointer : undefined;
}

/** Returns the value at a JSON pointer (RFC 6901); `undefined` if there is none. */
export function valueAt(body: Json, pointer: string): Json | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let at: Json | undefined = body;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null || isRawNumber(at)) return undefined;
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = Object.hasOwn(at, name) ? (at as Readonly<Record<string, Json>>)[name] : undefined;
  }
  return at;
}
