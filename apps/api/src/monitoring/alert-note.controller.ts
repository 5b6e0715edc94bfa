import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { AddNote, DeleteNote, ListNotes } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { Operation } from '../docs/operation.decorator.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { CallerScope, Message } from '../http/body/message.decorator.js';
import {
  AddAlertNoteRequest,
  AlertNoteInfo,
  AlertNotesInfo,
  AlertNotesRequest,
  DeleteAlertNoteRequest,
} from './alert-note.dto.js';

@ApiTags('Alert')
@Controller('monitoring/v1')
export class AlertNoteController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'alert/:alert_id/notes',
    summary: 'Add a note to an alert',
    description:
      'Adds a note to an open or resolved alert. All notes of an alert have at most 10,000 characters together. ' +
      'Subscriptions that name the kind `alert.noted` send it.',
    permission: 'alert:write',
    request: AddAlertNoteRequest,
    response: AlertNoteInfo,
    status: 201,
    errors: { 409: 'The notes of the alert would be too long' },
  })
  @Idempotent()
  addNote(@Message() { alert_id, text }: AddAlertNoteRequest, @CallerScope() scope: Scope) {
    return this.commands.execute(new AddNote(scope, alert_id, text));
  }

  @Operation({
    method: 'GET',
    path: 'alert/:alert_id/notes',
    summary: 'List the notes of an alert',
    description: 'Returns all notes of an alert, oldest first.',
    permission: 'alert:read',
    request: AlertNotesRequest,
    response: AlertNotesInfo,
  })
  listNotes(@Message() { alert_id }: AlertNotesRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new ListNotes(scope, alert_id));
  }

  @Operation({
    method: 'DELETE',
    path: 'alert/:alert_id/notes/:note_id',
    summary: 'Delete a note of an alert',
    description:
      'Deletes one of your own notes or, with the role `ADMIN`, any note. What was sent of it is not taken back.',
    permission: 'alert:write',
    request: DeleteAlertNoteRequest,
    errors: { 403: 'The key does not allow this, or somebody else wrote the note' },
  })
  async deleteNote(
    @Message() { alert_id, note_id }: DeleteAlertNoteRequest,
    @CallerScope() scope: Scope,
  ): Promise<void> {
    await this.commands.execute(new DeleteNote(scope, alert_id, note_id));
  }
}
