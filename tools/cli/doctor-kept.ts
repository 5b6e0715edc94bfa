import type { Pool } from 'pg';
import { nameSome, type Finding } from './finding.js';

/** Days that the ledger shows unless more are asked for. */
const DAYS = 7;
const MAX_NAMED = 3;

/** Finds deliveries that were accepted and that the database refuses; a file of a spool keeps them. */
export async function checkKept(pool: Pool): Promise<Finding> {
  const check = 'kept deliveries';
  const { rows } = await pool.query<{ file: string; count: number }>(
    `select substr(reason, 9) as file, sum(delivery_count)::int as count from lost_deliveries
     where starts_with(reason, 'kept in ') and day > (clock_timestamp() at time zone 'UTC')::date - $1::int
     group by reason order by min(found_at) limit 1000`,
    [DAYS],
  );
  if (rows.length === 0)
    return { check, state: 'ok', message: `the database refused none of the last ${DAYS} days` };
  const files = rows.map(({ file, count }) => `${count} in ${file}`);
  return {
    check,
    state: 'warning',
    message: `accepted, and refused by the database: ${nameSome(files, MAX_NAMED, 'more files').join(', ')}`,
    remedy: 'Read the log of the API for the reason, remove it, and run tocsin spool retry on that host.',
  };
}
