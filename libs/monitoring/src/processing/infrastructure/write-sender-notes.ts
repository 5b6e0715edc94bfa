import type { PoolClient } from 'pg';
import { formatSenderName } from '#shared/kernel/sender-name.js';
import { encodeTexts, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import { MAX_NOTES_LENGTH } from '../domain/note-text.js';
import type { SenderNote } from '../domain/sender-note.js';
import { FIND_ALERT_AT } from './write-acknowledgements.js';

interface WebhookNotes {
  readonly webhook: ProcessedWebhook;
  readonly notes: readonly SenderNote[];
}

/**
 * Writes notes of senders to the alerts that were open at that time. Notes without such an alert are left out, as are those beyond
 * what an alert may have. Runs after the alerts of the batch are written. Without notes, makes no query.
 */
export async function writeSenderNotes(client: PoolClient, all: readonly WebhookNotes[]): Promise<void> {
  const notes = all.flatMap(({ webhook, notes: own }) => own.map((note) => ({ ...note, webhook })));
  const [first] = notes;
  if (first === undefined) return;
  await client.query({
    // Unnamed: a plan cached while there were few alerts would read all of them.
    text: `
      insert into alert_note (domain_id, alert_id, note_id, author, text, created_at)
      select $1, target.alert_id, one.note_id, one.author, one.text, one.decided_at
      from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::uuid[], $7::text[], $8::text[])
        as one (webhook_id, event_key, decided_at, received_at, note_id, author, text)
      cross join lateral (${FIND_ALERT_AT}) as target
      where target.opened_at <= one.received_at and length(one.text) <= ${MAX_NOTES_LENGTH} - (
        select coalesce(sum(length(known.text)), 0) from alert_note known
        where known.domain_id = $1 and known.alert_id = target.alert_id)
      on conflict do nothing`,
    values: [
      first.webhook.domain_id,
      encodeUuids(notes.map(({ webhook }) => webhook.uuid)),
      encodeTexts(notes.map(({ event_key }) => event_key)),
      encodeTimes(notes.map(({ noted_at }) => noted_at)),
      encodeTimes(notes.map(({ received_at }) => received_at)),
      encodeUuids(notes.map(({ note_id }) => note_id)),
      encodeTexts(notes.map(({ by, webhook }) => formatSenderName(by, webhook.name))),
      encodeTexts(notes.map(({ text }) => text)),
    ],
  });
}
