import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';

/**
 * Remembers the use of a link, or the press of a button, so that it does nothing again. Another press has another id. Of several
 * calls at a time, one succeeds.
 * @returns `false` if it is remembered already
 */
export async function markUsed(sql: RecordReader, domain_id: string, link_id: Buffer): Promise<boolean> {
  const { rows } = await sql.query({
    name: 'use link',
    text: `
      insert into action_link_use (link_id, domain_id) values ($1, $2) on conflict do nothing
      returning used_at`,
    values: [link_id, domain_id],
  });
  return rows.length > 0;
}

/** Forgets the uses of links that have expired since. */
export async function deleteUsesBefore(sql: SqlRunner, cutoff: Date): Promise<void> {
  await sql.query('delete from action_link_use where used_at < $1', [cutoff]);
}
