import { isObject, isRawNumber, type Json } from '#shared/kernel/json.js';
import { EVENT_TYPES, SEVERITIES, TIME_KINDS } from './event.js';
import { toLabels } from '../vocabulary/labels.js';
import type { PluginAcknowledgement, PluginEvent, PluginLink, PluginNote, PluginOutcome } from './plugin.js';
import { REMOTE_LIMITS } from './remote-plugin.js';

const MAX_OUTCOMES = REMOTE_LIMITS.maxOutcomes;

/**
 * Validates the outcomes of a third-party plugin. An invalid outcome, or an event with an invalid field, becomes an ERROR
 * with the reason. The other outcomes are not affected.
 * @throws Error if the value is not a list, or has more outcomes than a delivery may have
 */
export function validateOutcomes(input: unknown, body: Json): readonly PluginOutcome[] {
  if (!Array.isArray(input)) throw new Error('it gave no list of outcomes');
  if (input.length > MAX_OUTCOMES)
    throw new Error(`it gave ${input.length} outcomes; at most ${MAX_OUTCOMES}`);
  return input.map((one: unknown) => validateOutcome(one, body));
}

type Fields = Readonly<Record<string, unknown>>;

function validateOutcome(input: unknown, body: Json): PluginOutcome {
  if (!isFields(input)) return errorOutcome('', 'it gave an outcome that is no object');
  const { outcome, reason } = input;
  if (outcome === 'EVENT')
    return isFields(input['event'])
      ? validateEvent(input['event'], body)
      : errorOutcome('', 'its EVENT has no event');
  if (outcome === 'ACKNOWLEDGED')
    return isFields(input['acknowledgement'])
      ? validateAcknowledgement(input['acknowledgement'], body)
      : errorOutcome('', 'its ACKNOWLEDGED has no acknowledgement');
  const pointer = validPointer(body, input['pointer']) ?? '';
  if (outcome !== 'IGNORED' && outcome !== 'ERROR')
    return errorOutcome(pointer, 'it gave an outcome that is none of EVENT, ACKNOWLEDGED, IGNORED, ERROR');
  const reasonText = typeof reason === 'string' && reason !== '' ? reason : 'no reason given';
  if (outcome === 'ERROR' || !isFields(input['note'])) return { outcome, pointer, reason: reasonText };
  return validateNote(input['note'], { outcome, pointer, reason: reasonText });
}

function validateNote(
  input: Fields,
  ignoredOutcome: PluginOutcome & { readonly outcome: 'IGNORED' },
): PluginOutcome {
  const errors: string[] = [];
  const text = createTextReader(errors);
  const note: PluginNote = {
    event_key: text(input, 'event_key') ?? '',
    text: text(input, 'text') ?? '',
    by: text(input, 'by'),
    occurred_at: parseInstant(input['occurred_at'], errors),
  };
  if (note.event_key === '') errors.push('event_key is required');
  if (note.text === '') errors.push('text is required');
  return errors.length > 0
    ? errorOutcome(ignoredOutcome.pointer, `its note is wrong: ${errors.join('; ')}`)
    : { ...ignoredOutcome, note };
}

type ReadText = (from: Fields, field: string, prefix?: string) => string | null;

/** Returns a reader of text fields. It appends an error to `errors` for every field that is not text. */
function createTextReader(errors: string[]): ReadText {
  return (from, field, prefix = '') => {
    const value = from[field];
    if (value === undefined || value === null || typeof value === 'string') return value ?? null;
    errors.push(`${prefix}${field} must be text`);
    return null;
  };
}

function validateAcknowledgement(input: Fields, body: Json): PluginOutcome {
  const errors: string[] = [];
  const text = createTextReader(errors);
  const pointer = validPointer(body, input['pointer'] ?? '');
  if (pointer === undefined) errors.push('pointer must lead to a part of the body');
  const event_key = text(input, 'event_key') ?? '';
  if (event_key === '') errors.push('event_key is required');
  const acknowledged = input['acknowledged'] ?? true;
  if (typeof acknowledged !== 'boolean') errors.push('acknowledged must be true or false');
  const acknowledgement: PluginAcknowledgement = {
    event_key,
    previous_event_key: text(input, 'previous_event_key'),
    acknowledged: acknowledged === true,
    by: text(input, 'by'),
    comment: text(input, 'comment'),
    occurred_at: parseInstant(input['occurred_at'], errors),
    pointer: pointer ?? '',
  };
  return errors.length > 0
    ? errorOutcome(pointer ?? '', `its acknowledgement is wrong: ${errors.join('; ')}`)
    : { outcome: 'ACKNOWLEDGED', acknowledgement };
}

function validateEvent(event: Fields, body: Json): PluginOutcome {
  const errors: string[] = [];
  const text = createTextReader(errors);
  const enumField = <T extends string>(field: string, allowed: readonly T[]): T | undefined => {
    const value = event[field];
    if (value === undefined || value === null) return undefined;
    const found = allowed.find((one) => one === value);
    if (found === undefined) errors.push(`${field} must be one of ${allowed.join(', ')}`);
    return found;
  };
  const objectField = (field: string): Fields => {
    const value = event[field] ?? {};
    if (isFields(value)) return value;
    errors.push(`${field} must be an object`);
    return {};
  };
  const pointer = validPointer(body, event['pointer'] ?? '');
  if (pointer === undefined) errors.push('pointer must lead to a part of the body');
  const resource = objectField('resource');
  const event_type = enumField('event_type', EVENT_TYPES) ?? 'ALERT';
  const event_key = text(event, 'event_key') ?? '';
  if (event_key === '') errors.push('event_key is required');
  const title = text(event, 'title') ?? '';
  if (title === '' && event_type !== 'RECOVERY') errors.push('title is required');
  const validEvent: PluginEvent = {
    event_key,
    previous_event_key: text(event, 'previous_event_key'),
    event_type,
    title: title || event_key,
    severity: enumField('severity', SEVERITIES),
    severity_word: text(event, 'severity_word'),
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
    occurred_at: parseInstant(event['occurred_at'], errors),
    occurred_at_is: enumField('occurred_at_is', TIME_KINDS) ?? 'change',
    started_at: parseInstant(event['started_at'], errors, 'started_at'),
    resolved_by: text(event, 'resolved_by'),
    labels: validLabels(event['labels'], errors),
    links: validLinks(event['links'], errors),
    additional_info: objectField('additional_info') as PluginEvent['additional_info'] & object,
    raw_data: (event['raw_data'] as Json | undefined) ?? valueAtPointer(body, pointer ?? '') ?? null,
    pointer: pointer ?? '',
  };
  return errors.length > 0
    ? errorOutcome(pointer ?? '', `its event is wrong: ${errors.join('; ')}`)
    : { outcome: 'EVENT', event: validEvent };
}

/** Accepts texts, numbers and booleans, as JSON of another language may have them. */
function validLabels(input: unknown, errors: string[]): Readonly<Record<string, string>> {
  if (input === undefined || input === null) return {};
  const found = isFields(input) ? toLabels(input as Json) : undefined;
  if (found === undefined || Object.keys(found).length < Object.keys(input).length)
    errors.push('labels must be an object of texts');
  return found ?? {};
}

function validLinks(input: unknown, errors: string[]): readonly PluginLink[] {
  if (input === undefined || input === null) return [];
  const links = Array.isArray(input) ? input.filter(isLink) : [];
  if (!Array.isArray(input) || links.length < input.length)
    errors.push('links must be a list of objects with a name and a url');
  return links.map(({ name, url }) => ({ name, url }));
}

function isLink(input: unknown): input is PluginLink {
  return isFields(input) && typeof input['name'] === 'string' && typeof input['url'] === 'string';
}

function errorOutcome(pointer: string, reason: string): PluginOutcome {
  return { outcome: 'ERROR', pointer, reason };
}

function isFields(value: unknown): value is Fields {
  return isObject(value) && !(value instanceof Date);
}

/** Accepts a `Date`, or its form in JSON: ISO 8601 text with a time zone. */
function parseInstant(input: unknown, errors: string[], field = 'occurred_at'): Date | null {
  if (input === undefined || input === null) return null;
  const hasZone = typeof input === 'string' && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(input);
  const at = input instanceof Date ? input : new Date(hasZone ? input : Number.NaN);
  if (!Number.isNaN(at.getTime())) return at;
  errors.push(`${field} must be an instant: ISO 8601 with its zone`);
  return null;
}

function validPointer(body: Json, pointer: unknown): string | undefined {
  return typeof pointer === 'string' && valueAtPointer(body, pointer) !== undefined ? pointer : undefined;
}

/** Returns the value at a JSON pointer (RFC 6901); `undefined` if there is none. */
export function valueAtPointer(body: Json, pointer: string): Json | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let at: Json | undefined = body;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null || isRawNumber(at)) return undefined;
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = Object.hasOwn(at, name) ? (at as Readonly<Record<string, Json>>)[name] : undefined;
  }
  return at;
}
