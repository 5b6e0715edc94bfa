import { createHash } from 'node:crypto';

/** Returns text that PostgreSQL can store: U+0000 and lone surrogates are replaced by U+FFFD. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\ufffd') : wellFormed;
}

/** Returns a value of JSON with texts that PostgreSQL can store, also in its names. */
export function cleanTexts<T>(value: T): T {
  const clean = (each: unknown): unknown => {
    if (typeof each === 'string') return cleanText(each);
    if (Array.isArray(each)) return each.map(clean);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [cleanText(name), clean(member)]));
  };
  return clean(value) as T;
}

/**
 * Characters that nobody sees: they change the direction of the text around them, as U+202E does, or have no width. The joiners
 * U+200C and U+200D stay, because scripts and emoji need them.
 */
const INVISIBLE = /[\p{Bidi_Control}\u00ad\u200b\u2060-\u2064\ufeff]+/gu;
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** Removes characters that nobody sees, by which a text could look like another one. Line breaks and tabs stay. */
export function stripInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

/** Returns a text as one line for people: without control characters, line breaks and what nobody sees. */
export function toPlainLine(text: string): string {
  return stripInvisible(cleanText(text)).replaceAll(CONTROL, ' ').trim();
}

/** Cuts a text to at most `limit` characters (code points). A text that was cut ends in an ellipsis. */
export function truncateCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // A code point has at most two UTF-16 units, so this many units suffice.
  const characters = [...text.slice(0, 2 * limit + 2)];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Cuts a text to at most `limit` bytes of UTF-8, including the `mark` that a cut text ends with. */
export function truncateBytes(text: string, limit: number, mark: string): string {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text;
  return `${takeBytes(text, limit - Buffer.byteLength(mark))}${mark}`;
}

/**
 * Cuts a key to at most `limit` bytes. A key that was cut keeps its beginning and ends in a hash of the whole key, so that it
 * stays distinct.
 */
export function truncateKey(key: string, limit: number): string {
  if (key.length * 3 <= limit || Buffer.byteLength(key) <= limit) return key;
  const hash = createHash('sha256').update(key).digest('hex');
  return `${takeBytes(key, limit - hash.length - 1)}:${hash}`;
}

function takeBytes(text: string, bytes: number): string {
  const start = Buffer.from(text.slice(0, bytes));
  let end = Math.min(bytes, start.length);
  // Do not cut inside a character: its continuation bytes are 10xxxxxx.
  while (end > 0 && end < start.length && ((start[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return start.toString('utf8', 0, end).toWellFormed();
}

/** Returns a text as it is written in HTML, also within an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
