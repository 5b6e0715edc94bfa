import { Command, Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { NoteInfo } from '../domain/note.js';

/**
 * Adds a note of the caller to an alert, open or resolved.
 * @throws ERROR_INVALID_PARAMETER; ERROR_NOT_FOUND; ERROR_CONFLICT if the notes of the alert would be too long; ERROR_UNAVAILABLE
 * while its webhook is being processed
 */
export class AddNote extends Command<NoteInfo> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    readonly text: string,
  ) {
    super();
  }
}

/** Deletes a note of the caller; any note with the role ADMIN. @throws ERROR_NOT_FOUND; ERROR_PERMISSION_DENIED for a note of others */
export class DeleteNote extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    readonly note_id: string,
  ) {
    super();
  }
}

/** Returns the notes of an alert, oldest first. @throws ERROR_NOT_FOUND */
export class ListNotes extends Query<{
  readonly results: readonly NoteInfo[];
  readonly total_count: number;
}> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
  ) {
    super();
  }
}
