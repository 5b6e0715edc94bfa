import { isObject } from '#shared/kernel/json.js';
import { cleanJson } from './clean-json.js';
import { boundedKey, cleanText, cutBytes, cutCharacters } from './clean-text.js';
import { EVENT_TYPES, SEVERITIES, type EventType, type Severity } from './event.js';
import type { PluginEvent } from './plugin.js';

/** An event complete and fit to be stored, whatever the plugin gave. JSON is text, ready for `jsonb`. */
export interface CleanEvent {
  readonly event_key: string;
  readonly event_type: EventType;
  readonly severity: Severity;
  readonly title: string;
  readonly description: string;
  readonly rule: string | null;
  readonly resource_id: string | null;
  readonly resource_type: string | null;
  readonly resource_name: string | null;
  readonly provider: string | null;
  readonly account: string | null;
  readonly image_url: string | null;
  readonly occurred_at: Date | null;
  readonly raw_data: string;
  readonly additional_info: string;
}

const KEY_BYTES = 512;
const TITLE_CHARACTERS = 1024;
const DESCRIPTION_BYTES = 64 * 1024;
const URL_CHARACTERS = 8192;
const YEAR_1 = new Date(0).setUTCFullYear(1, 0, 1);
const YEAR_10000 = Date.UTC(10_000, 0);

const types: ReadonlySet<unknown> = new Set(EVENT_TYPES);
const severities: ReadonlySet<unknown> = new Set(SEVERITIES);

/** The one gate between plugins and the database. Never throws. */
export function sanitiseEvent(event: PluginEvent): CleanEvent {
  const title = textOf(event.title);
  const event_key = boundedKey(textOf(event.event_key) || title, KEY_BYTES);
  const url = label(event.image_url, URL_CHARACTERS + 1);
  return {
    event_key,
    event_type: types.has(event.event_type) ? event.event_type : 'ALERT',
    severity: event.severity !== undefined && severities.has(event.severity) ? event.severity : 'NONE',
    title: cutCharacters(title || event_key, TITLE_CHARACTERS),
    description: cutBytes(textOf(event.description), DESCRIPTION_BYTES, '… (cut at 64 KiB)'),
    rule: label(event.rule),
    resource_id: label(event.resource?.resource_id),
    resource_type: label(event.resource?.resource_type),
    resource_name: label(event.resource?.name),
    provider: label(event.provider),
    account: label(event.account),
    // Half an address leads nowhere.
    image_url: url !== null && url.length > URL_CHARACTERS ? null : url,
    occurred_at: storable(event.occurred_at),
    raw_data: cleanJson(event.raw_data),
    additional_info: isObject(event.additional_info) ? cleanJson(event.additional_info) : '{}',
  };
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? cleanText(given) : '';
}

function label(given: unknown, characters = TITLE_CHARACTERS): string | null {
  return typeof given === 'string' && given !== '' ? cutCharacters(cleanText(given), characters) : null;
}

function storable(given: Date | null | undefined): Date | null {
  if (!(given instanceof Date)) return null;
  const at = given.getTime();
  return at >= YEAR_1 && at < YEAR_10000 ? given : null;
}
