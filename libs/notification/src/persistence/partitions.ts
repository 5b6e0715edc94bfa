import type { Client, Pool } from 'pg';
import { lowestUuid } from '#shared/query/instant.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';

const DAY_MS = 86_400_000;
const AHEAD_MS = 14 * DAY_MS;
/** More partitions at once suggest that the clock was set wrong. Those that are really due are dropped in the next rounds. */
const MAX_DROPPED = 2;

/**
 * Creates the missing partitions of `notification`, from two days before `from`, because changes of alerts are kept that
 * long, until 14 days after it. Uses CREATE and ATTACH, because `create table … partition of` waits for every reader.
 */
export async function ensurePartitions(sql: SqlRunner, from: Date): Promise<void> {
  const first = startOfDay(from.getTime()) - 2 * DAY_MS;
  for (let start = first; start < from.getTime() + AHEAD_MS; start += DAY_MS) {
    const name = getPartitionName(start);
    await sql.query(`
      do $$ begin
        perform pg_advisory_xact_lock(hashtext('tocsin notification partitions'));
        if to_regclass('${name}') is null then
          create table ${name} (like notification including all);
          alter table notification attach partition ${name}
            for values from ('${lowestUuid(start)}') to ('${lowestUuid(start + DAY_MS)}');
        end if;
      end $$`);
  }
}

export async function ensurePartitionsAhead(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  for (const { now } of rows) await ensurePartitions(pool, now);
}

/** Returns since when notifications are kept: those of alerts that are older may be gone. */
export async function readKeptSince(sql: RecordReader): Promise<Date> {
  const { rows } = await sql.query<{ name: string | null }>(`
    select min(child.relname) as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = to_regclass('notification') and not inhdetachpending and child.relname ~ '^notification_p[0-9]{8}$'`);
  const name = rows[0]?.name ?? null;
  return new Date(name === null ? 0 : getPartitionEnd(name) - DAY_MS);
}

/**
 * Drops the oldest partitions whose last row is older than `cutoff`, at most two.
 * @param sql a connection outside a transaction; only one caller at a time
 */
export async function dropPartitionsBefore(sql: Client, cutoff: Date): Promise<readonly string[]> {
  const { rows } = await sql.query<{ name: string; is_attached: boolean }>(`
    select child.relname as name, coalesce(not inhdetachpending, false) as is_attached
    from pg_class child left join pg_inherits on inhrelid = child.oid
    where child.relname ~ '^notification_p[0-9]{8}$' and child.relkind = 'r'
      and child.relnamespace = (select relnamespace from pg_class where oid = to_regclass('notification'))
    order by 1`);
  const dropped: string[] = [];
  for (const { name, is_attached } of rows) {
    if (getPartitionEnd(name) > cutoff.getTime() || dropped.length === MAX_DROPPED) break;
    await detachPartition(sql, name, is_attached);
    await sql.query(`drop table ${name}`);
    dropped.push(name);
  }
  return dropped;
}

/**
 * Detaches a partition CONCURRENTLY, because dropping an attached one waits for every reader. Completes a detach that was
 * interrupted.
 */
async function detachPartition(sql: Client, name: string, isAttached: boolean): Promise<void> {
  if (isAttached) {
    await sql.query(`alter table notification detach partition ${name} concurrently`);
    return;
  }
  const { rowCount } = await sql.query(`select from pg_inherits where inhrelid = to_regclass($1)`, [name]);
  if (rowCount !== 0) await sql.query(`alter table notification detach partition ${name} finalize`);
}

function startOfDay(milliseconds: number): number {
  return Math.floor(milliseconds / DAY_MS) * DAY_MS;
}

function getPartitionName(start: number): string {
  return `notification_p${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

function getPartitionEnd(name: string): number {
  const [, year, month, day] = /_p(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) + DAY_MS;
}
