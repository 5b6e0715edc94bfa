import type { Client } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inClientTransaction, type SqlRunner } from '#shared/platform/persistence/in-transaction.js';
import {
  attachPartitionSql,
  parseEnd,
  PARTITION_MS,
  type PartitionedTable,
} from '../../persistence/partitions.js';

/** The maximum time that inserts may queue behind a lock that waits for readers. */
const LOCK_TIMEOUT = '500ms';
const LOCK_NOT_AVAILABLE = '55P03';

interface Partition {
  readonly name: string;
  /**
   * `half`: DETACH was interrupted. `detached`: DETACH finished, but DROP did not follow. Both happen when a process is
   * killed.
   */
  readonly state: 'attached' | 'half' | 'detached';
}

export type IsNeeded = (partition: string) => Promise<boolean>;

async function listPartitions(sql: SqlRunner, table: PartitionedTable): Promise<readonly Partition[]> {
  const { rows } = (await sql.query(
    `select child.relname as name,
       case when inhparent is null then 'detached' when inhdetachpending then 'half' else 'attached' end as state
     from pg_class parent
     join pg_class child on child.relnamespace = parent.relnamespace and child.relkind = 'r'
       and child.relname ~ ('^' || $1 || '_p[0-9]{8}$')
     left join pg_inherits on inhrelid = child.oid and inhparent = parent.oid
     where parent.oid = to_regclass($1)
     -- While one is half detached, no other can be.
     order by inhdetachpending desc nulls last, 1`,
    [table],
  )) as { rows: Partition[] };
  return rows;
}

/** Partitions whose last row is older than a time: those to drop, and those with rows that are needed. */
export interface ExpiredPartitions {
  readonly due: readonly string[];
  readonly needed: readonly string[];
}

export async function findExpiredPartitions(
  sql: SqlRunner,
  table: PartitionedTable,
  cutoff: Date,
  isNeeded: IsNeeded,
): Promise<ExpiredPartitions> {
  const [due, needed]: [string[], string[]] = [[], []];
  for (const { name } of await listPartitions(sql, table)) {
    if (parseEnd(table, name) > cutoff.getTime()) continue;
    ((await isNeeded(name)) ? needed : due).push(name);
  }
  return { due, needed };
}

/**
 * Drops the partitions of `table` whose last row is older than `cutoff`. Uses DETACH CONCURRENTLY first, because
 * dropping an attached partition waits for every reader and stalls every insert behind it.
 * @param sql a connection that is not in a transaction; one caller at a time
 * @returns the names of the dropped partitions
 */
export async function dropPartitionsBefore(
  sql: Client,
  table: PartitionedTable,
  cutoff: Date,
  isNeeded: IsNeeded,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const { name, state } of await listPartitions(sql, table)) {
    if (parseEnd(table, name) > cutoff.getTime()) {
      if (state === 'half') await reattach(sql, table, name);
      continue;
    }
    if (state === 'attached' && (await isNeeded(name))) continue;
    if (await isDistributed(sql)) {
      if (state !== 'detached' && !(await tryDetach(sql, table, name))) continue;
    } else {
      // The counts of the partition are dropped first. After a crash in between, counts without events would never be
      // removed.
      if (table === 'event') await dropCounts(sql, parseEnd(table, name));
      if (state !== 'detached') {
        await sql.query(
          `alter table ${table} detach partition ${name} ${state === 'half' ? 'finalize' : 'concurrently'}`,
        );
      }
    }
    // A needed row may have been written before the partition was detached.
    if (await isNeeded(name)) {
      await sql.query(attachPartitionSql(table, name, parseEnd(table, name) - PARTITION_MS[table]));
      continue;
    }
    await sql.query(`drop table ${name}`);
    dropped.push(name);
  }
  return dropped;
}

/** Completes an interrupted detach and attaches the partition again, because the retention was extended meanwhile. */
async function reattach(sql: Client, table: PartitionedTable, name: string): Promise<void> {
  await sql.query(`alter table ${table} detach partition ${name} finalize`);
  await sql.query(attachPartitionSql(table, name, parseEnd(table, name) - PARTITION_MS[table]));
}

/**
 * Detaches a partition on a cluster, where DETACH CONCURRENTLY is not supported. Waits for readers, but not for long.
 * @returns whether the partition was detached
 */
async function tryDetach(sql: Client, table: PartitionedTable, name: string): Promise<boolean> {
  try {
    await inClientTransaction(sql, async () => {
      await sql.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await sql.query(`alter table ${table} detach partition ${name}`);
      if (table === 'event') await dropCounts(sql, parseEnd(table, name));
    });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  }
}

async function dropCounts(sql: SqlRunner, end: number): Promise<void> {
  for (const [counts, time] of [
    ['event_roll_up', 'hour'],
    ['event_roll_up_day', 'day'],
    ['event_roll_up_delta', 'hour'],
  ] as const) {
    await sql.query(
      `delete from ${counts} where ${time} >= to_timestamp($1) and ${time} < to_timestamp($2)`,
      [(end - PARTITION_MS.event) / 1000, end / 1000],
    );
  }
}
