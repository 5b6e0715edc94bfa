import { createHash } from 'node:crypto';

/** Words that a parser may cut as a figure have no digits, and have no vowels, so that they are no word of a state. */
const LETTERS = 'bcdfghjklmnpqrstvwxz';
const HEX_IDENTIFIER = /^(?=.*\d)[0-9a-f]{8,}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_EXACT_DIGITS = 15;
const ADDED_DIGITS = 6;

/** Returns what stands for an identifying text in a sample with this marker: similar, and the same for the same two. */
export function markText(text: string, marker: string): string {
  const digest = createHash('sha256').update(`${text}\0${marker}`).digest();
  const digits = String(digest.readUInt32BE(0)).padStart(ADDED_DIGITS, '7').slice(-ADDED_DIGITS);
  if (/^0+$/.test(text)) return `1${digits}`;
  if (/^\d+$/.test(text))
    return (text.length + ADDED_DIGITS > MAX_EXACT_DIGITS ? text.slice(0, -ADDED_DIGITS) : text) + digits;
  if (HEX_IDENTIFIER.test(text)) return text.slice(0, -8) + digest.toString('hex').slice(0, 8);
  return `${text}-${toLetters(marker)}`;
}

/** Returns the marker in letters that no parser takes for a figure or a word. */
function toLetters(marker: string): string {
  const digest = createHash('sha256').update(marker).digest();
  return [...digest.subarray(0, 6)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** Returns a function that replaces identifying texts, as whole words, by their marked forms. */
export function createMarking(texts: readonly string[], marker: string): (text: string) => string {
  if (texts.length === 0) return (text) => text;
  const marked = new Map(texts.map((text) => [text, markText(text, marker)]));
  const alternatives = texts.toSorted((one, other) => other.length - one.length).map(toPattern);
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return (text) => text.replaceAll(words, (found) => marked.get(found) ?? found);
}

function toPattern(text: string): string {
  // A number is no part of a date, a time or a fraction: which numbers these contain changes from day to day.
  if (/^\d+$/.test(text)) return `(?<!\\d[-:.])${text}(?![-:.]\\d)`;
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
