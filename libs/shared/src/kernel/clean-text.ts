import { createHash } from 'node:crypto';

/** Text PostgreSQL takes: U+0000 and lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\ufffd') : wellFormed;
}

/** At most so many characters (code points); a longer text ends in an ellipsis. */
export function cutCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // A character is at most two units, so this is enough to tell.
  const characters = [...text.slice(0, 2 * limit + 2)];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}

/** At most so many bytes of UTF-8, the mark included that a longer text ends with. */
export function cutBytes(text: string, limit: number, mark: string): string {
  // No unit takes more than three bytes.
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text;
  return `${firstBytes(text, limit - Buffer.byteLength(mark))}${mark}`;
}

/** A key in at most so many bytes: a longer one keeps its beginning and is told apart by a hash of the whole. */
export function boundedKey(key: string, limit: number): string {
  if (key.length * 3 <= limit || Buffer.byteLength(key) <= limit) return key;
  const hash = createHash('sha256').update(key).digest('hex');
  return `${firstBytes(key, limit - hash.length - 1)}:${hash}`;
}

function firstBytes(text: string, bytes: number): string {
  const start = Buffer.from(text.slice(0, bytes));
  let end = Math.min(bytes, start.length);
  // Not in the middle of a character: its later bytes are 10xxxxxx.
  while (end > 0 && end < start.length && ((start[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return start.toString('utf8', 0, end).toWellFormed();
}
