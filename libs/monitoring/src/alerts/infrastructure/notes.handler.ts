import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ClientBase, QueryResultRow } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { newUuid, parseId } from '#shared/kernel/ids.js';
import { getCallerName, type Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { getReader } from '#shared/platform/persistence/answer-from-transaction.js';
import { storeResponse } from '#shared/platform/idempotency/idempotent-response.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { writeAlertChanges } from '../../processing/tables/write-alert-changes.js';
import { AddNote, DeleteNote, ListNotes } from '../application/notes.js';
import { MAX_NOTES_LENGTH } from '../../processing/domain/sender-note.js';
import { cleanNote, NOTE_FIELDS, type NoteInfo } from '../domain/note.js';
import { AlertLock, type LockedAlert } from './locked-alert.js';

const NOTE_SERIALIZER = new RecordSerializer(NOTE_FIELDS);

@CommandHandler(AddNote)
export class AddNoteHandler implements ICommandHandler<AddNote> {
  constructor(private readonly alerts: AlertLock) {}

  execute({ scope, alert_id, text: given }: AddNote): Promise<NoteInfo> {
    const text = cleanNote(given);
    return this.alerts.run(scope, alert_id, async (client, alert) => {
      const note = await addNote(client, scope, alert_id, alert, text);
      await storeResponse(asManager(client), note);
      return note;
    });
  }
}

/** @param text as {@link cleanNote} returns it @throws ERROR_CONFLICT if the notes of the alert would be too long */
export async function addNote(
  client: ClientBase,
  scope: Scope,
  alert_id: string,
  alert: LockedAlert,
  text: string,
): Promise<NoteInfo> {
  await requireSpace(client, scope, alert, text);
  const note_id = newUuid(new Date());
  const row = await insertNote(client, scope, alert, { note_id, text });
  await writeAlertChanges(client, scope.domain_id, [createChange(scope, alert, note_id)]);
  await recordChange(client, scope, 'alert', alert_id);
  return NOTE_SERIALIZER.read(row);
}

@CommandHandler(DeleteNote)
export class DeleteNoteHandler implements ICommandHandler<DeleteNote> {
  constructor(private readonly alerts: AlertLock) {}

  async execute({ scope, alert_id, note_id }: DeleteNote): Promise<void> {
    const uuid = parseId('note', note_id);
    await this.alerts.run(scope, alert_id, async (client, alert) => {
      const key = [scope.domain_id, alert.uuid, uuid];
      const { rows } = await client.query<{ author: string }>({
        name: 'find note',
        text: 'select author from alert_note where domain_id = $1 and alert_id = $2 and note_id = $3',
        values: key,
      });
      const [note] = rows;
      if (note === undefined) throw DomainError.notFound('The note', note_id);
      if (note.author !== getCallerName(scope) && scope.role !== 'ADMIN')
        throw new DomainError(
          'ERROR_PERMISSION_DENIED',
          'denied',
          `The note ${note_id} is by ${note.author}: only its author or a key with the role ADMIN deletes it`,
        );
      await client.query({
        name: 'delete note',
        text: 'delete from alert_note where domain_id = $1 and alert_id = $2 and note_id = $3',
        values: key,
      });
      await recordChange(client, scope, 'note', note_id);
    });
  }
}

@QueryHandler(ListNotes)
export class ListNotesHandler implements IQueryHandler<ListNotes> {
  constructor(
    private readonly pool: QueryPool,
    private readonly alerts: AlertLock,
  ) {}

  async execute({
    scope,
    alert_id,
  }: ListNotes): Promise<{ results: readonly NoteInfo[]; total_count: number }> {
    const { uuid } = await this.alerts.find(scope, alert_id, this.pool);
    const { rows } = await getReader(this.pool).query({
      name: 'list notes',
      text: `select ${NOTE_SERIALIZER.select()} from alert_note r where domain_id = $1 and alert_id = $2
             order by created_at, note_id`,
      values: [scope.domain_id, uuid],
    });
    return { results: rows.map((row) => NOTE_SERIALIZER.read(row)), total_count: rows.length };
  }
}

/** Returns what `storeResponse` needs of a transaction of TypeORM. */
function asManager(client: ClientBase): Parameters<typeof storeResponse>[0] {
  return { query: async (text, values) => (await client.query(text, values as unknown[])).rows as never };
}

/** @throws ERROR_CONFLICT */
async function requireSpace(
  client: ClientBase,
  { domain_id }: Scope,
  { uuid }: LockedAlert,
  text: string,
): Promise<void> {
  const { rows } = await client.query<{ used: number }>({
    name: 'length of notes',
    text: `select coalesce(sum(char_length(text)), 0)::int as used from alert_note where domain_id = $1 and alert_id = $2`,
    values: [domain_id, uuid],
  });
  const left = MAX_NOTES_LENGTH - (rows[0]?.used ?? 0);
  if ([...text].length <= left) return;
  const limit = MAX_NOTES_LENGTH.toLocaleString('en');
  throw new DomainError(
    'ERROR_CONFLICT',
    'conflict',
    `The notes of an alert are at most ${limit} characters together, and ${left} are left: shorten the note, or delete others`,
  );
}

async function insertNote(
  client: ClientBase,
  scope: Scope,
  { uuid }: LockedAlert,
  { note_id, text }: { readonly note_id: string; readonly text: string },
): Promise<QueryResultRow> {
  const { rows } = await client.query<QueryResultRow>({
    name: 'add note',
    text: `
      insert into alert_note as r (domain_id, alert_id, note_id, author, text) values ($1, $2, $3, $4, $5)
      returning ${NOTE_SERIALIZER.select()}`,
    values: [scope.domain_id, uuid, note_id, getCallerName(scope), text],
  });
  return rows[0] ?? {};
}

function createChange(scope: Scope, { uuid, severity, state }: LockedAlert, note_id: string) {
  return {
    ...{ alert_id: uuid, kind: 'noted' as const, actor: getCallerName(scope), note_id, event_id: null },
    ...{ severity, severity_before: severity, state, state_before: state },
    ...(scope.via && { via_id: scope.via.id, via_at: scope.via.at }),
  };
}
