import { isObject, type Json } from '#shared/kernel/json.js';
import { EVENT_TYPES, SEVERITIES } from '../../plugin-api/event.js';
import type { PluginEvent, PluginOutcome } from '../../plugin-api/plugin.js';
import type { Found } from '../../vocabulary/alarms.js';
import { instantOf } from '../../vocabulary/instant.js';
import { severityOf } from '../../vocabulary/severity.js';
import { textOf } from '../../vocabulary/text.js';

type Fields = Readonly<Record<string, Json>>;

/** Parses an event. If fields are invalid, gives one ERROR that names all of them and the allowed values. */
export function readEvent({ value, pointer }: Found): PluginOutcome {
  if (!isObject(value))
    return { outcome: 'ERROR', pointer, reason: 'expected an object with the fields of an event' };
  const wrong: string[] = [];
  const event = fieldsOf(value, wrong);
  if (wrong.length > 0 || event === undefined) return { outcome: 'ERROR', pointer, reason: wrong.join('; ') };
  return { outcome: 'EVENT', event: { ...event, raw_data: value, pointer } };
}

function fieldsOf(from: Fields, wrong: string[]): Omit<PluginEvent, 'raw_data' | 'pointer'> | undefined {
  const event_key = text(from, 'event_key', wrong);
  const event_type = oneOf(from, 'event_type', EVENT_TYPES, wrong, asEventType) ?? 'ALERT';
  const title = text(from, 'title', wrong);
  const resource = object(from, 'resource', wrong) ?? {};
  if (event_key === null && absent(from['event_key']))
    wrong.push('event_key is required: the same for an alarm firing and resolved');
  // A recovery does not need to repeat the title.
  if (title === null && absent(from['title']) && event_type !== 'RECOVERY') wrong.push('title is required');
  return {
    event_key: event_key ?? '',
    event_type,
    title: title ?? event_key ?? '',
    description: text(from, 'description', wrong) ?? '',
    severity: oneOf(from, 'severity', SEVERITIES, wrong, severityOf),
    rule: text(from, 'rule', wrong),
    resource: {
      resource_id: text(resource, 'resource_id', wrong, 'resource.'),
      resource_type: text(resource, 'resource_type', wrong, 'resource.'),
      name: text(resource, 'name', wrong, 'resource.'),
    },
    provider: text(from, 'provider', wrong),
    account: text(from, 'account', wrong),
    image_url: text(from, 'image_url', wrong),
    occurred_at: absent(from['occurred_at']) ? null : (instantOf(from['occurred_at'] ?? null) ?? null),
    additional_info: object(from, 'additional_info', wrong) ?? {},
  };
}

function absent(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function text(from: Fields, field: string, wrong: string[], prefix = ''): string | null {
  if (absent(from[field])) return null;
  const found = textOf(from[field]);
  if (found === undefined) wrong.push(`${prefix}${field} must be text`);
  return found ?? null;
}

function object(from: Fields, field: string, wrong: string[]): Fields | undefined {
  const given = from[field];
  if (given === undefined || absent(given)) return undefined;
  if (isObject(given)) return given;
  wrong.push(`${field} must be an object`);
  return undefined;
}

function oneOf<T extends string>(
  from: Fields,
  field: string,
  allowed: readonly T[],
  wrong: string[],
  read: (word: string) => T | undefined,
): T | undefined {
  if (absent(from[field])) return undefined;
  const found = read(textOf(from[field]) ?? '');
  if (found === undefined) wrong.push(`${field} must be one of ${allowed.join(', ')}`);
  return found;
}

function asEventType(word: string): (typeof EVENT_TYPES)[number] | undefined {
  return EVENT_TYPES.find((type) => type === word.toUpperCase());
}
