import { isObject, type Json } from '#shared/kernel/json.js';
import type { PluginDelivery } from '../../plugin-api/plugin.js';
import { splitPathSuffix } from '../../plugin-api/path-suffix.js';
import { textOf } from '../../vocabulary/text.js';

/** The names under which ntfy accepts a field, in headers and in the query. */
const FIELD_NAMES = {
  title: ['x-title', 'title', 'ti', 't'],
  message: ['x-message', 'message', 'm'],
  priority: ['x-priority', 'priority', 'prio', 'p'],
  tags: ['x-tags', 'tags', 'tag', 'ta'],
  click: ['x-click', 'click'],
  actions: ['x-actions', 'actions', 'action'],
  attach: ['x-attach', 'attach', 'a'],
  sequence: ['x-sequence-id', 'sequence-id', 'sid'],
} as const;
type FieldName = keyof typeof FIELD_NAMES;

export const NTFY_HEADERS: readonly string[] = Object.values(FIELD_NAMES).flat();

/** The header `priority` is also one of HTTP itself (`u=1`). */
const PRIORITIES = /^(?:[1-5]|min|low|default|high|max|urgent)$/i;
const MAX_TAGS = 50;

/** A published message, whether its fields are in headers, the query or a JSON body. */
export interface NtfyMessage {
  readonly topic: string | undefined;
  readonly title: string | undefined;
  readonly message: string | undefined;
  readonly priority: string | undefined;
  readonly tags: readonly string[];
  readonly click: string | undefined;
  readonly attach: string | undefined;
  readonly actions: Json | undefined;
  /** Identifies the notification that the sender may update. */
  readonly sequence: string | undefined;
}

export function readMessage(delivery: PluginDelivery): NtfyMessage {
  const { body, path_suffix } = delivery;
  const json = isPublishedJson(body) ? body : undefined;
  const text = json === undefined ? readText(body) : undefined;
  const read = (name: FieldName) => readField(delivery, name);
  const pathTopic = splitPathSuffix(path_suffix)[0];
  const priority = textOf(json?.['priority']) ?? read('priority');
  const tags = json?.['tags'];
  return {
    topic: textOf(json?.['topic']) ?? (pathTopic === '' ? undefined : pathTopic),
    title: textOf(json?.['title']) ?? read('title'),
    message: textOf(json?.['message']) ?? read('message') ?? text,
    priority: priority !== undefined && PRIORITIES.test(priority) ? priority.toLowerCase() : undefined,
    tags: (Array.isArray(tags)
      ? tags.flatMap((tag) => textOf(tag) ?? [])
      : (textOf(tags) ?? read('tags') ?? '').split(',')
    )
      .slice(0, MAX_TAGS)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    click: textOf(json?.['click']) ?? read('click'),
    attach: textOf(json?.['attach']) ?? read('attach'),
    actions: json?.['actions'] ?? read('actions'),
    sequence: textOf(json?.['sequence_id']) ?? read('sequence'),
  };
}

/** Returns whether the body is a message published as JSON. Any other JSON is the text of a message. */
export function isPublishedJson(body: Json): body is Record<string, Json> {
  return isObject(body) && typeof body['topic'] === 'string' && body['content'] === undefined;
}

/** Returns whether headers of ntfy describe the body. */
export function hasNtfyHeaders({ headers }: PluginDelivery): boolean {
  const hasField = (name: FieldName) =>
    FIELD_NAMES[name].some((header) => header.length > 2 && headers[header] !== undefined);
  const priority = headers['x-priority'] ?? headers['priority'] ?? headers['prio'] ?? '';
  return hasField('title') || hasField('tags') || PRIORITIES.test(priority.trim());
}

function readField({ headers, query }: PluginDelivery, name: FieldName): string | undefined {
  for (const alias of FIELD_NAMES[name]) {
    const value = headers[alias] ?? query[alias];
    const text = value === undefined ? '' : decodeHeader(value).trim();
    if (text !== '') return text;
  }
  return undefined;
}

/** Decodes UTF-8, which Node reads as Latin-1, and the encoded words of RFC 2047: `=?UTF-8?B?8J+UpQ==?=`. */
function decodeHeader(value: string): string {
  const words = value
    .slice(0, 4_000)
    .replaceAll(/=\?utf-8\?(b|q)\?([^?\s]{0,2000})\?=/gi, (_, kind: string, text: string) =>
      /b/i.test(kind) ? Buffer.from(text, 'base64').toString('utf8') : decodeQuoted(text),
    );
  if (!/[\u0080-\u00ff]/.test(words) || /[^\u0000-\u00ff]/.test(words)) return words;
  const utf8 = Buffer.from(words, 'latin1').toString('utf8');
  return utf8.includes('\ufffd') ? words : utf8;
}

function decodeQuoted(text: string): string {
  const latin1 = text
    .replaceAll('_', ' ')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

/** Returns the text of a body. `curl -d` declares any text as a form, which is then split at `=` and `&`. */
function readText(body: Json): string | undefined {
  if (typeof body === 'string') return body.trim() || undefined;
  if (!isObject(body)) return undefined;
  const pairs = Object.entries(body);
  return pairs.length > 0 && pairs.every(([, value]) => typeof value === 'string')
    ? pairs.map(([name, value]) => (value === '' ? name : `${name}=${String(value)}`)).join('&')
    : JSON.stringify(body);
}
