import { cleanText, stripInvisible } from '#shared/kernel/clean-text.js';

/** Characters of a note, and of all notes of an alert. */
export const MAX_NOTE_LENGTH = 1_000;
export const MAX_NOTES_LENGTH = 10_000;

const LINE_BREAK = /\r\n?|[\u2028\u2029]/g;
const CONTROL = /[^\P{Cc}\n]/gu;

/** Returns the text of a note as it is kept: without surrounding space, and without control characters but line breaks. */
export function toNoteText(text: string): string {
  return stripInvisible(cleanText(text)).replaceAll(LINE_BREAK, '\n').replaceAll(CONTROL, ' ').trim();
}
