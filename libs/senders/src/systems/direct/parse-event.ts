import { isObject, type Json } from '#shared/kernel/json.js';
import { EVENT_TYPES, SEVERITIES, TIME_KINDS } from '../../plugin-api/event.js';
import type { PluginDelivery, PluginEvent, PluginLink, PluginOutcome } from '../../plugin-api/plugin.js';
import type { FoundAlarm } from '../../vocabulary/alarm-finder.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { toLabels, type Labels } from '../../vocabulary/labels.js';
import { toLinks } from '../../vocabulary/links.js';
import { parseSeverity } from '../../vocabulary/severity.js';
import { textOf } from '../../vocabulary/text.js';

type Fields = Readonly<Record<string, Json>>;

/** Parses an event. If fields are invalid, gives one ERROR that names all of them and the allowed values. */
export function parseEvent({ value, pointer }: FoundAlarm, words?: PluginDelivery['words']): PluginOutcome {
  if (!isObject(value))
    return { outcome: 'ERROR', pointer, reason: 'expected an object with the fields of an event' };
  const errors: string[] = [];
  const event = parseFields(value, errors, words);
  if (errors.length > 0 || event === undefined)
    return { outcome: 'ERROR', pointer, reason: errors.join('; ') };
  return { outcome: 'EVENT', event: { ...event, raw_data: value, pointer } };
}

function parseFields(
  fields: Fields,
  errors: string[],
  words: PluginDelivery['words'],
): Omit<PluginEvent, 'raw_data' | 'pointer'> | undefined {
  // Version 0.2 has no such fields: what they contain was accepted, whatever it is.
  const newErrors = words === '0.2' ? [] : errors;
  const event_key = parseText(fields, 'event_key', errors);
  const event_type = parseEnum(fields, 'event_type', EVENT_TYPES, errors, parseEventType) ?? 'ALERT';
  const title = parseText(fields, 'title', errors);
  const resource = parseObject(fields, 'resource', errors) ?? {};
  if (event_key === null && isAbsent(fields['event_key']))
    errors.push('event_key is required: the same for an alarm firing and resolved');
  // A recovery does not need to repeat the title.
  if (title === null && isAbsent(fields['title']) && event_type !== 'RECOVERY')
    errors.push('title is required');
  return {
    event_key: event_key ?? '',
    event_type,
    title: title ?? event_key ?? '',
    description: parseText(fields, 'description', errors) ?? '',
    severity: parseEnum(fields, 'severity', SEVERITIES, errors, (word) => parseSeverity(word, words)),
    rule: parseText(fields, 'rule', errors),
    resource: {
      resource_id: parseText(resource, 'resource_id', errors, 'resource.'),
      resource_type: parseText(resource, 'resource_type', errors, 'resource.'),
      name: parseText(resource, 'name', errors, 'resource.'),
    },
    provider: parseText(fields, 'provider', errors),
    account: parseText(fields, 'account', errors),
    image_url: parseText(fields, 'image_url', errors),
    occurred_at: parseTime(fields['occurred_at'], words),
    occurred_at_is: parseEnum(fields, 'occurred_at_is', TIME_KINDS, errors, parseTimeKind) ?? 'change',
    started_at: parseTime(fields['started_at'], words),
    labels: parseLabels(fields, newErrors),
    links: parseLinks(fields, newErrors),
    additional_info: parseObject(fields, 'additional_info', errors) ?? {},
  };
}

function parseTime(value: Json | undefined, words: PluginDelivery['words']): Date | null {
  return isAbsent(value) ? null : (parseInstant(value ?? null, words) ?? null);
}

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function parseText(fields: Fields, field: string, errors: string[], prefix = ''): string | null {
  if (isAbsent(fields[field])) return null;
  const found = textOf(fields[field]);
  if (found === undefined) errors.push(`${prefix}${field} must be text`);
  return found ?? null;
}

function parseObject(fields: Fields, field: string, errors: string[]): Fields | undefined {
  const given = fields[field];
  if (given === undefined || isAbsent(given)) return undefined;
  if (isObject(given)) return given;
  errors.push(`${field} must be an object`);
  return undefined;
}

function parseLabels(fields: Fields, errors: string[]): Labels {
  const given = parseObject(fields, 'labels', errors);
  const found = given === undefined ? {} : (toLabels(given) ?? {});
  const wrong = Object.keys(given ?? {}).filter(
    (name) => !Object.hasOwn(found, name) && !isAbsent(given?.[name]),
  );
  if (wrong.length > 0) errors.push(`labels: each must be a text (${wrong.join(', ')})`);
  return found;
}

function parseLinks(fields: Fields, errors: string[]): readonly PluginLink[] {
  const given = fields['links'];
  if (given === undefined || isAbsent(given)) return [];
  const links = toLinks(given);
  if (links === undefined) errors.push('links must be a list of objects with a name and a url');
  return links ?? [];
}

function parseEnum<T extends string>(
  fields: Fields,
  field: string,
  allowed: readonly T[],
  errors: string[],
  parseWord: (word: string) => T | undefined,
): T | undefined {
  if (isAbsent(fields[field])) return undefined;
  const found = parseWord(textOf(fields[field]) ?? '');
  if (found === undefined) errors.push(`${field} must be one of ${allowed.join(', ')}`);
  return found;
}

function parseTimeKind(word: string): (typeof TIME_KINDS)[number] | undefined {
  return TIME_KINDS.find((kind) => kind === word.toLowerCase());
}

function parseEventType(word: string): (typeof EVENT_TYPES)[number] | undefined {
  return EVENT_TYPES.find((type) => type === word.toUpperCase());
}
