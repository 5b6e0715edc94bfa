import {
  EVENT_TYPES,
  MAX_LABEL_LENGTH,
  MAX_LABEL_NAME_LENGTH,
  MAX_LABELS,
  SEVERITIES,
} from '#senders/plugin-api/event.js';
import type { PluginAcknowledgement, PluginEvent, PluginLink } from '#senders/plugin-api/plugin.js';
import { truncateKey, cleanText, truncateBytes, truncateCharacters } from '#shared/kernel/clean-text.js';
import { isObject, type Json, isRawNumber } from '#shared/kernel/json.js';

const MAX_DEPTH = 100;
const TOO_DEEP = JSON.stringify(`… (nested deeper than ${MAX_DEPTH} levels)`);

/** Escapes of U+0000 and of lone surrogates. May match harmless text, but never misses text that `jsonb` rejects. */
const UNSTORABLE_ESCAPE = /\\u0000|\\ud[89a-f]/;

/**
 * Returns JSON text that `jsonb` accepts, for any value: cuts nesting that is too deep, replaces U+0000 and lone surrogates, and
 * turns huge numbers into text.
 */
function cleanJson(value: Json): string {
  if (isPlain(value, MAX_DEPTH)) {
    const text = JSON.stringify(value) as string | undefined;
    // Most texts have no `\u` at all, and searching for it is faster than the regular expression.
    if (text !== undefined && !(text.includes(String.raw`\u`) && UNSTORABLE_ESCAPE.test(text))) return text;
  }
  return rewrite(value, MAX_DEPTH);
}

/** Returns whether the value is nested at most `levels` deep and has no raw numbers. */
function isPlain(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0 || isRawNumber(value)) return false;
  if (Array.isArray(value)) return value.every((element: Json) => isPlain(element, levels - 1));
  const members = value as Readonly<Record<string, Json>>;
  for (const name in members) {
    if (!isPlain(members[name] ?? null, levels - 1)) return false;
  }
  return true;
}

function rewrite(value: Json | undefined, levels: number): string {
  if (typeof value === 'string') return JSON.stringify(cleanText(value));
  if (isRawNumber(value)) return isStorable(value.rawJSON) ? value.rawJSON : JSON.stringify(value.rawJSON);
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return JSON.stringify(value) ?? 'null';
  if (levels === 0) return TOO_DEEP;
  if (Array.isArray(value))
    return `[${value.map((element: Json) => rewrite(element, levels - 1)).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(cleanText(name))}:${rewrite(member, levels - 1)}`);
  return `{${members.join(',')}}`;
}

/** PostgreSQL expands exponents. A number of more than a thousand digits becomes text; `1e400000` would be rejected. */
function isStorable(digits: string): boolean {
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e');
  return mantissa.length + Math.abs(Number(exponent)) <= 1000;
}

/** Members that readers of an event show as links. */
const LINK_NAME = /(?:ur[il]|link|href)s?$/i;
/** Browsers run what such an address contains. */
const SCRIPT_SCHEMES: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:']);
/** Nearly all links begin with `http`, which need not be parsed. */
const MAY_BE_SCRIPT = /^[\u0000-\u0020]*[jdv]/i;

/** Returns the value without the links that a browser would run as scripts, and otherwise the value itself. */
function withoutScriptLinks<Value extends Json>(value: Value): Value {
  return hasScriptLink(value, '', MAX_DEPTH) ? (removeScriptLinks(value, '', MAX_DEPTH) as Value) : value;
}

/** Returns whether an address can be opened without running what it contains: http, https, or relative to a page. */
function isWebAddress(address: string): boolean {
  return /^(?:https?:)?$/.test(URL.parse(address)?.protocol ?? '');
}

function hasScriptLink(value: Json | undefined, name: string, levels: number): boolean {
  if (typeof value === 'string') return isScriptLink(value, name);
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.some((element: Json) => hasScriptLink(element, name, levels - 1));
  if (!isObject(value)) return false;
  for (const member in value) if (hasScriptLink(value[member], member, levels - 1)) return true;
  return false;
}

function removeScriptLinks(value: Json, name: string, levels: number): Json {
  if (levels === 0) return value;
  const isKept = (element: Json | undefined, ofName: string) =>
    typeof element !== 'string' || !isScriptLink(element, ofName);
  if (Array.isArray(value))
    return value
      .filter((element: Json) => isKept(element, name))
      .map((element: Json) => removeScriptLinks(element, name, levels - 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member, element]) => isKept(element, member))
      .map(([member, element]) => [member, removeScriptLinks(element, member, levels - 1)]),
  );
}

function isScriptLink(text: string, name: string): boolean {
  return (
    MAY_BE_SCRIPT.test(text) && LINK_NAME.test(name) && SCRIPT_SCHEMES.has(URL.parse(text)?.protocol ?? '')
  );
}

export const MAX_KEY_BYTES = 512;
const MAX_TITLE_CHARACTERS = 1024;
const MAX_DESCRIPTION_BYTES = 64 * 1024;
const MAX_INFO_BYTES = 64 * 1024;
const MAX_LEFT_OUT_CHARACTERS = 300;
/** In bytes. Each character may be escaped as six, `\\u0001`. */
const MAX_LEFT_OUT_BYTES = 6 * MAX_LEFT_OUT_CHARACTERS + 20;
const MAX_URL_CHARACTERS = 8192;
/** The member of `additional_info` with the names of the labels that were too long or too many. */
const CUT_LABELS_INFO = 'cut_labels';
const MAX_LINKS = 16;
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
  const title = toCleanText(event.title);
  const event_key = truncateKey(toCleanText(event.event_key) || title, MAX_KEY_BYTES);
  const { labels, cut } = cleanLabels(event.labels);
  const info =
    cut.length === 0 ? event.additional_info : { ...event.additional_info, [CUT_LABELS_INFO]: cut };
  return {
    event_key,
    event_type: types.has(event.event_type) ? event.event_type : 'ALERT',
    severity: event.severity !== undefined && severities.has(event.severity) ? event.severity : 'NONE',
    title: truncateCharacters(title || event_key, MAX_TITLE_CHARACTERS),
    description: truncateBytes(toCleanText(event.description), MAX_DESCRIPTION_BYTES, '… (cut at 64 KiB)'),
    rule: toLabel(event.rule),
    resource_id: toLabel(event.resource?.resource_id),
    resource_type: toLabel(event.resource?.resource_type),
    resource_name: toLabel(event.resource?.name),
    provider: toLabel(event.provider),
    account: toLabel(event.account),
    image_url: toWebAddress(event.image_url),
    labels,
    links: cleanLinks(event.links),
    occurred_at: toStorableTime(event.occurred_at),
    occurred_at_is: event.occurred_at_is === 'start' ? 'start' : 'change',
    started_at: event.event_type === 'RECOVERY' ? toStorableTime(event.started_at) : null,
    resolved_by: event.event_type === 'RECOVERY' ? toLabel(event.resolved_by) : null,
    previous_event_key: event.event_type === 'RECOVERY' ? toPreviousKey(event.previous_event_key) : null,
    raw_data: cleanJson(event.raw_data),
    additional_info: serializeInfo(info, onLeftOut),
  } as const;
}

/** An acknowledgement that can be stored. Its key is shortened in the same way as the keys of events. */
export type CleanAcknowledgement = ReturnType<typeof sanitiseAcknowledgement>;

/** As {@link sanitiseEvent}. */
export function sanitiseAcknowledgement(acknowledgement: PluginAcknowledgement) {
  return {
    event_key: truncateKey(toCleanText(acknowledgement.event_key), MAX_KEY_BYTES),
    previous_event_key: toPreviousKey(acknowledgement.previous_event_key),
    acknowledged: acknowledgement.acknowledged,
    by: toLabel(acknowledgement.by),
    comment: toLabel(acknowledgement.comment),
    occurred_at: toStorableTime(acknowledgement.occurred_at),
  } as const;
}

type Labels = Readonly<Record<string, string>>;

/** Cuts labels that are too long, and leaves out those above the number that an event may have. */
function cleanLabels(given: unknown): { readonly labels: Labels; readonly cut: readonly string[] } {
  const labels: Record<string, string> = {};
  const cut: string[] = [];
  let count = 0;
  for (const [givenName, text] of Object.entries(isObject(given) ? given : {})) {
    const name = truncateCharacters(cleanText(givenName), MAX_LABEL_NAME_LENGTH);
    if (typeof text !== 'string' || name === '') continue;
    const label = truncateCharacters(cleanText(text), MAX_LABEL_LENGTH);
    if (count < MAX_LABELS) labels[name] = label;
    if (count >= MAX_LABELS || label.length < text.length || name.length < givenName.length) cut.push(name);
    count += 1;
  }
  return { labels, cut: cut.slice(0, MAX_LABELS) };
}

/** Leaves out what is no web address. */
function cleanLinks(given: unknown): readonly PluginLink[] {
  const links = new Map<string, PluginLink>();
  for (const link of Array.isArray(given) ? (given as readonly Partial<PluginLink>[]) : []) {
    const [name, url] = [toLabel(link?.name, MAX_LABEL_NAME_LENGTH), toWebAddress(link?.url)];
    if (name !== null && url !== null && /^https?:/i.test(url))
      links.set(url, links.get(url) ?? { name, url });
  }
  return [...links.values()].slice(0, MAX_LINKS);
}

/** A truncated address is useless, and one with another scheme may run as a script in the browser of who opens it. */
function toWebAddress(value: unknown): string | null {
  const url = toLabel(value, MAX_URL_CHARACTERS + 1);
  return url !== null && url.length <= MAX_URL_CHARACTERS && isWebAddress(url) ? url : null;
}

function serializeInfo(given: unknown, onLeftOut: ((characters: number) => void) | undefined): string {
  if (!isObject(given)) return '{}';
  const info = withoutScriptLinks(given);
  const json = cleanJson(info);
  if (json.length * 3 <= MAX_INFO_BYTES || Buffer.byteLength(json) <= MAX_INFO_BYTES) return json;
  onLeftOut?.(json.length);
  return dropLongestMembers(info);
}

/** Leaves out the longest members and lists their names. A truncated value would say something else. */
function dropLongestMembers(info: Readonly<Record<string, Json | undefined>>): string {
  const members = Object.entries(info).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = `${JSON.stringify(cleanText(name))}:${cleanJson(value)}`;
    return { name, text, bytes: Buffer.byteLength(text) + 1 };
  });
  const kept = new Set(members);
  let bytes = members.reduce((sum, member) => sum + member.bytes, MAX_LEFT_OUT_BYTES);
  for (const member of members.toSorted((a, b) => b.bytes - a.bytes)) {
    if (bytes <= MAX_INFO_BYTES) break;
    kept.delete(member);
    bytes -= member.bytes;
  }
  const names = members.filter((member) => !kept.has(member)).map(({ name }) => name);
  const left_out = truncateCharacters(
    cleanText(`longer than 64 KiB: ${names.join(', ')}`),
    MAX_LEFT_OUT_CHARACTERS,
  );
  return `{${[...[...kept].map(({ text }) => text), `"left_out":${JSON.stringify(left_out)}`].join(',')}}`;
}

function toCleanText(value: unknown): string {
  return typeof value === 'string' ? cleanText(value) : '';
}

function toPreviousKey(value: unknown): string | null {
  return truncateKey(toCleanText(value), MAX_KEY_BYTES) || null;
}

function toLabel(value: unknown, characters = MAX_TITLE_CHARACTERS): string | null {
  return typeof value === 'string' && value !== '' ? truncateCharacters(cleanText(value), characters) : null;
}

function toStorableTime(time: Date | null | undefined): Date | null {
  if (!(time instanceof Date)) return null;
  const at = time.getTime();
  return at >= YEAR_1 && at < YEAR_10000 ? time : null;
}
