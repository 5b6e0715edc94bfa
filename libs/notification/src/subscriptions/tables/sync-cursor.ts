import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';

/** The position at which reading begins. Numbers of 64 bits are texts. */
interface Position {
  readonly xid: string;
  readonly index: string;
  readonly at: number;
}

/**
 * Locks the subscriptions of a domain. Must come first in a transaction that enables, disables or deletes one, because only
 * one transaction at a time may decide whether the domain has a cursor.
 */
export async function lockSubscriptions(sql: SqlRunner, domain_id: string): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('tocsin subscriptions ' || $1))`, [domain_id]);
}

/**
 * Creates the cursor of a domain with an enabled subscription, and deletes that of a domain without one: changes that nobody
 * is notified of are not read.
 * @param start must be read before the transaction begins
 */
export async function syncCursor(sql: SqlRunner, domain_id: string, start: Position): Promise<void> {
  await sql.query(
    `insert into notification_cursor (domain_id, xid, index, at)
     select $1, $2::text::xid8, $3::bigint, $4::bigint
     where exists (select from subscription where domain_id = $1 and state = 'ENABLED' and deleted_at is null)
     on conflict (domain_id) do nothing`,
    [domain_id, start.xid, start.index, start.at],
  );
  await dropIdleCursor(sql, domain_id);
}

export async function dropIdleCursor(sql: SqlRunner, domain_id: string): Promise<void> {
  await sql.query(
    `delete from notification_cursor where domain_id = $1 and not exists (
       select from subscription where domain_id = $1 and state = 'ENABLED' and deleted_at is null)`,
    [domain_id],
  );
}
