import type { Pool } from 'pg';
import type { FeedPosition } from '../contracts/feed-position.js';
import type { SqlRunner } from './partitions.js';

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
