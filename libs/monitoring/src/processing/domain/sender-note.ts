import { cleanText, stripInvisible, truncateCharacters, truncateKey } from '#shared/kernel/clean-text.js';
import { uuidFromHash } from '#shared/kernel/ids.js';
import type { PluginNote } from '#senders/plugin-api/plugin.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import { limitDelay } from './alarm.js';
import { MAX_KEY_BYTES } from './sanitise-event.js';

/** Characters of a note, and of all notes of an alert. */
export const MAX_NOTE_LENGTH = 1_000;
export const MAX_NOTES_LENGTH = 10_000;

const LINE_BREAK = /\r\n?|[\u2028\u2029]/g;
const CONTROL = /[^\P{Cc}\n]/gu;

/** Returns the text of a note as it is kept: without surrounding space, and without control characters but line breaks. */
export function toNoteText(text: string): string {
  return stripInvisible(cleanText(text)).replaceAll(LINE_BREAK, '\n').replaceAll(CONTROL, ' ').trim();
}

/** What a user of the sender did to the alarm of a key without changing its state. The id is a uuid. */
export interface SenderNote {
  readonly note_id: string;
  readonly event_key: string;
  readonly text: string;
  /** As the sender wrote it, who may write any name. */
  readonly by: string | null;
  /** By the sender's clock, but never later than the arrival. */
  readonly noted_at: Date;
  readonly received_at: Date;
}

/**
 * A note that is sent again, with the time at which it was made, is the same.
 * @param position index in the delivery
 */
export function createSenderNote(
  { event_key, text, by, occurred_at }: PluginNote,
  deliveryId: string,
  { received_at }: Delivery,
  position: number,
): SenderNote | undefined {
  const shown = truncateCharacters(toNoteText(text), MAX_NOTE_LENGTH);
  if (shown === '') return undefined;
  const noted_at = limitDelay(occurred_at, received_at);
  const source = occurred_at === null ? [deliveryId, String(position)] : [event_key, by ?? ''];
  return {
    // By the time of the sender as it is: one that is ahead is shown as the arrival, which differs when the note is sent again.
    note_id: uuidFromHash(occurred_at ?? received_at, 'note', ...source, shown),
    event_key: truncateKey(cleanText(event_key), MAX_KEY_BYTES),
    text: shown,
    by,
    noted_at,
    received_at,
  };
}
