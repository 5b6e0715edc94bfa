import { DomainError } from '#shared/kernel/domain-error.js';
import type { InfoOf, RecordFields } from '#shared/query/record.js';
import { MAX_NOTE_LENGTH, toNoteText } from '../../processing/domain/sender-note.js';

/** What somebody says about an alert. */
export const NOTE_FIELDS = {
  note_id: { type: 'id', kind: 'note' },
  author: {
    type: 'text',
    description: 'Who wrote the note: the user of the key, or `root` for the root key.',
    example: 'jane@example.com',
  },
  text: {
    type: 'text',
    max: MAX_NOTE_LENGTH,
    description: 'Plain text, which may have several lines.',
    example: 'The disk is replaced tomorrow: https://tickets.example.com/4711',
  },
  created_at: { type: 'date' },
} as const satisfies RecordFields;

export type NoteInfo = InfoOf<typeof NOTE_FIELDS>;

/** As {@link toNoteText}. @throws ERROR_INVALID_PARAMETER */
export function cleanNote(text: string): string {
  const cleaned = toNoteText(text);
  if (cleaned === '') throw DomainError.invalid('text', 'must not be empty');
  // Counts characters, not UTF-16 units.
  if ([...cleaned].length > MAX_NOTE_LENGTH)
    throw DomainError.invalid('text', `must be at most ${MAX_NOTE_LENGTH} characters: write several notes`);
  return cleaned;
}
