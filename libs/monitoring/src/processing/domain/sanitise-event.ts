import { isObject, type Json } from '#shared/kernel/json.js';
import { cleanJson } from './clean-json.js';
import { boundedKey, cleanText, cutBytes, cutCharacters } from '#shared/kernel/clean-text.js';
import { EVENT_TYPES, SEVERITIES } from '#senders/plugin-api/event.js';
import type { PluginAcknowledgement, PluginEvent } from '#senders/plugin-api/plugin.js';

const KEY_BYTES = 512;
const TITLE_CHARACTERS = 1024;
const DESCRIPTION_BYTES = 64 * 1024;
const INFO_BYTES = 64 * 1024;
const LEFT_OUT_CHARACTERS = 300;
/** In bytes. Each character may be escaped as six, `\\u0001`. */
const LEFT_OUT_BYTES = 6 * LEFT_OUT_CHARACTERS + 20;
const URL_CHARACTERS = 8192;
const YEAR_1 = new Date(0).setUTCFullYear(1, 0, 1);
const YEAR_10000 = Date.UTC(10_000, 0);

const types: ReadonlySet<unknown> = new Set(EVENT_TYPES);
const severities: ReadonlySet<unknown> = new Set(SEVERITIES);

/** A complete event that can be stored, whatever the plugin returned. JSON fields are text, ready for `jsonb`. */
export type CleanEvent = ReturnType<typeof sanitiseEvent>;

/**
 * Makes an event of a plugin storable. All text from plugins to the database passes through here. Never throws.
 * @param onLeftOut called with the length of an `additional_info` that is too long: cleaning it took time all the same
 */
export function sanitiseEvent(event: PluginEvent, onLeftOut?: (characters: number) => void) {
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
    // A truncated URL is useless.
    image_url: url !== null && url.length > URL_CHARACTERS ? null : url,
    occurred_at: storable(event.occurred_at),
    occurred_at_is: event.occurred_at_is === 'start' ? 'start' : 'change',
    raw_data: cleanJson(event.raw_data),
    additional_info: infoOf(event.additional_info, onLeftOut),
  } as const;
}

/** An acknowledgement that can be stored. Its key is shortened in the same way as the keys of events. */
export type CleanAcknowledgement = ReturnType<typeof sanitiseAcknowledgement>;

/** As {@link sanitiseEvent}. */
export function sanitiseAcknowledgement(given: PluginAcknowledgement) {
  return {
    event_key: boundedKey(textOf(given.event_key), KEY_BYTES),
    acknowledged: given.acknowledged,
    by: label(given.by),
    comment: label(given.comment),
    occurred_at: storable(given.occurred_at),
  } as const;
}

function infoOf(given: unknown, onLeftOut: ((characters: number) => void) | undefined): string {
  if (!isObject(given)) return '{}';
  const whole = cleanJson(given);
  if (whole.length * 3 <= INFO_BYTES || Buffer.byteLength(whole) <= INFO_BYTES) return whole;
  onLeftOut?.(whole.length);
  return withoutLongest(given);
}

/** Leaves out the longest members and lists their names. A truncated value would say something else. */
function withoutLongest(info: Readonly<Record<string, Json | undefined>>): string {
  const members = Object.entries(info).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = `${JSON.stringify(cleanText(name))}:${cleanJson(value)}`;
    return { name, text, bytes: Buffer.byteLength(text) + 1 };
  });
  const kept = new Set(members);
  let bytes = members.reduce((sum, member) => sum + member.bytes, LEFT_OUT_BYTES);
  for (const member of members.toSorted((a, b) => b.bytes - a.bytes)) {
    if (bytes <= INFO_BYTES) break;
    kept.delete(member);
    bytes -= member.bytes;
  }
  const names = members.filter((member) => !kept.has(member)).map(({ name }) => name);
  const left_out = cutCharacters(cleanText(`longer than 64 KiB: ${names.join(', ')}`), LEFT_OUT_CHARACTERS);
  return `{${[...[...kept].map(({ text }) => text), `"left_out":${JSON.stringify(left_out)}`].join(',')}}`;
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
