import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';

/** Forgets the uses of links that have expired since. */
export async function deleteUsesBefore(sql: SqlRunner, cutoff: Date): Promise<void> {
  await sql.query('delete from action_link_use where used_at < $1', [cutoff]);
}
