import type { Pool } from 'pg';
import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';
import type { SqlTransaction } from '../../contracts/alert-outbox.js';
import type { FeedPosition } from '../../contracts/feed-position.js';

const TODAY = `(statement_timestamp() at time zone 'utc')::date`;

/**
 * Records that a reader has read everything before this position.
 *
 * One earlier position is kept as well, that of the end of the day before yesterday. Changes the reader has passed
 * since then can be read once more.
 */
export async function saveReaderPosition(
  pool: Pool,
  reader: string,
  { xid, index }: FeedPosition,
): Promise<void> {
  await pool.query({
    name: 'note reader of alert changes',
    text: `
      with noted as (
        insert into alert_change_reader (reader, xid, index) values ($1, $2::text::xid8, $3::bigint)
        on conflict (reader, day) do update set xid = excluded.xid, index = excluded.index
      )
      delete from alert_change_reader where reader = $1 and day < (
        select max(day) from alert_change_reader where reader = $1 and day <= ${TODAY} - 2)`,
    values: [reader, xid, index],
  });
}

/** Returns the last position of the reader; `undefined` without one, and if it is from another cluster and ahead of this one. */
export async function findReaderPosition(pool: Pool, reader: string): Promise<FeedPosition | undefined> {
  const { rows } = await pool.query<{ xid: string; index: string; at: number }>({
    name: 'find reader of alert changes',
    text: `
      select xid::text, index::text, floor(extract(epoch from clock_timestamp()))::float8 as at
      from alert_change_reader where reader = $1 and xid <= pg_snapshot_xmax(pg_current_snapshot())
      order by day desc limit 1`,
    values: [reader],
  });
  const [row] = rows;
  return row && { ...row, offset: 0 };
}

/** Lower than the number of any transaction. */
const READ_BEFORE = `'1'::xid8`;

/**
 * Gives changes that are ahead of this cluster numbers of this cluster: those that their domain had not read that of this
 * transaction, in their order; all others one that no reader reads again. Forgets positions of readers that are ahead.
 */
export async function renumberChanges(
  client: SqlTransaction,
  positions: readonly { readonly domain_id: string; readonly xid: string; readonly index: string }[],
): Promise<FeedPosition> {
  await client.query(`set local statement_timeout = '30min'`);
  await client.query(
    `with position as (select * from unnest($1::text[], $2::text[], $3::bigint[]) as read (domain_id, xid, index))
     update alert_change as change set xid = case
       when exists (
         select from position where position.domain_id = change.domain_id
           and (change.xid, change.index) >= (position.xid::xid8, position.index)
       ) then pg_current_xact_id() else ${READ_BEFORE} end
     where xid > pg_snapshot_xmax(pg_current_snapshot())`,
    [
      positions.map(({ domain_id }) => domain_id),
      positions.map(({ xid }) => xid),
      positions.map(({ index }) => index),
    ],
  );
  await client.query(`delete from alert_change_reader where xid > pg_snapshot_xmax(pg_current_snapshot())`);
  const { rows } = await client.query(
    `select pg_current_xact_id()::text as xid, floor(extract(epoch from clock_timestamp()))::float8 as at`,
  );
  const { xid, at } = rows[0] as { xid: string; at: number };
  return { xid, index: '0', offset: 0, at };
}

/** Removes the reader, so that no changes are kept for it any more. */
export async function removeReader(pool: Pool, reader: string): Promise<void> {
  await pool.query({
    name: 'forget reader of alert changes',
    text: 'delete from alert_change_reader where reader = $1',
    values: [reader],
  });
}

/** Returns whether a reader may still need a change in this partition. */
export async function hasUnreadChanges(sql: SqlRunner, partition: string): Promise<boolean> {
  const { rows } = (await sql.query(
    `select exists (
       select from alert_change_reader reader where exists (
         select from ${partition} change where (change.xid, change.index) >= (reader.xid, reader.index))) as needed`,
  )) as { rows: [{ needed: boolean }] };
  return rows[0].needed;
}
