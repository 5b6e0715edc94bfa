import { cleanText, truncateCharacters, truncateKey } from '#shared/kernel/clean-text.js';
import { uuidFromHash } from '#shared/kernel/ids.js';
import type { PluginNote } from '#senders/plugin-api/plugin.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import { limitDelay } from './event-time.js';
import { MAX_KEY_BYTES } from './sanitise-event.js';

/** As of notes that users write. */
export const MAX_NOTE_CHARACTERS = 1_000;

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

/** @param position index in the delivery. With the delivery it gives the id, so that a note that is written again stays one. */
export function createSenderNote(
  { event_key, text, by, occurred_at }: PluginNote,
  deliveryId: string,
  { received_at }: Delivery,
  position: number,
): SenderNote | undefined {
  const shown = truncateCharacters(cleanText(text).trim(), MAX_NOTE_CHARACTERS);
  if (shown === '') return undefined;
  const noted_at = limitDelay(occurred_at, received_at);
  return {
    note_id: uuidFromHash(noted_at, deliveryId, 'note', String(position)),
    event_key: truncateKey(cleanText(event_key), MAX_KEY_BYTES),
    text: shown,
    by,
    noted_at,
    received_at,
  };
}
