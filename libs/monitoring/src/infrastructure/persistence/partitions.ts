import type { Client } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransactionOf } from '#shared/platform/persistence/in-transaction.js';
import { timeOf } from '../delivery-log/delivery-id.js';

const DAY = 86_400_000;

/** Length of a partition in milliseconds. All end on UTC hours; weeks begin on a Monday. */
const STEPS = { delivery_segment: DAY, quarantine: 7 * DAY, event: 7 * DAY } as const;

export type PartitionedTable = keyof typeof STEPS;

/** Inserts must never find their partition missing, also when nothing has been making any for two weeks. */
const AHEAD = 14 * DAY;

/** The advisory lock of whoever drops what is old. */
export const DROPPING = `hashtext('tocsin retention')`;

/** The epoch began on a Thursday. */
const MONDAY = 4 * DAY;

/** How long inserts may stand behind one that waits for readers. */
const PATIENCE = '500ms';
const LOCK_NOT_AVAILABLE = '55P03';

interface SqlRunner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/**
 * Makes the partitions that are missing from one step before `from` until 14 days after it.
 * CREATE + ATTACH, because `create table … partition of` waits for every reader and stalls every insert behind it.
 */
export async function ensurePartitions(
  sql: SqlRunner,
  tables: readonly PartitionedTable[],
  from: Date,
): Promise<void> {
  for (const table of tables) {
    const step = STEPS[table];
    const first = startOf(table, from) - step;
    for (let start = first; start < from.getTime() + AHEAD; start += step) {
      // One block per partition: the lock makes it safe when several processes start at once.
      await sql.query(`
        do $$ begin
          perform pg_advisory_xact_lock(hashtext('tocsin partitions'));
          if to_regclass('${nameOf(table, start)}') is null then ${creation(table, start)} end if;
        end $$`);
    }
  }
}

/**
 * Makes the partitions that rows with these ids are in, or attaches them again where they were detached and not dropped,
 * because something came late.
 * @throws object_in_use while somebody drops what is old
 */
export async function bringBackPartitions(
  sql: SqlRunner,
  tables: readonly PartitionedTable[],
  uuids: readonly string[],
): Promise<void> {
  const instants = uuids.map((uuid) => new Date(timeOf(uuid)));
  for (const table of tables) {
    for (const start of new Set(instants.map((at) => startOf(table, at)))) {
      await bringBack(sql, table, start);
    }
  }
}

async function bringBack(sql: SqlRunner, table: PartitionedTable, start: number): Promise<void> {
  const name = nameOf(table, start);
  await sql.query(`
      do $$ begin
        perform pg_advisory_xact_lock(hashtext('tocsin partitions'));
        if to_regclass('${name}') is null then ${creation(table, start)}
        elsif not exists (select from pg_inherits where inhrelid = to_regclass('${name}') and not inhdetachpending) then
          if not pg_try_advisory_xact_lock(${DROPPING}) then
            raise 'what is old is being dropped' using errcode = 'object_in_use';
          end if;
          if exists (select from pg_inherits where inhrelid = to_regclass('${name}')) then
            alter table ${table} detach partition ${name} finalize;
          end if;
          ${attachment(table, name, start)};
        end if;
      end $$`);
}

function creation(table: PartitionedTable, start: number): string {
  const name = nameOf(table, start);
  return `create table ${name} (like ${table} including all); ${attachment(table, name, start)};`;
}

function attachment(table: PartitionedTable, name: string, start: number): string {
  return `alter table ${table} attach partition ${name}
    for values from ('${lowestUuidAt(start)}') to ('${lowestUuidAt(start + STEPS[table])}')`;
}

/** The partition that a row with this id is in. A statement that names it has nothing to do with the others. */
export function partitionOf(table: PartitionedTable, uuid: string): string {
  return nameOf(table, startOf(table, new Date(timeOf(uuid))));
}

function nameOf(table: PartitionedTable, start: number): string {
  return `${table}_p${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

function startOf(table: PartitionedTable, at: Date): number {
  const step = STEPS[table];
  return Math.floor((at.getTime() - MONDAY) / step) * step + MONDAY;
}

interface Partition {
  readonly name: string;
  /** `half`: a DETACH was begun and did not end; `detached`: it did, and no DROP came after it. Their process was killed. */
  readonly state: 'attached' | 'half' | 'detached';
}

/**
 * Drops the partitions of `table` whose last row is older than `cutoff`. DETACH CONCURRENTLY first, because dropping
 * an attached partition waits for every reader and stalls every insert behind it.
 * @param sql not in a transaction; one caller at a time
 * @param isNeeded whether a partition must stay although it is old
 * @returns the names of what was dropped
 */
export async function dropPartitionsBefore(
  sql: Client,
  table: PartitionedTable,
  cutoff: Date,
  isNeeded: (partition: string) => Promise<boolean> = async () => false,
): Promise<string[]> {
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
  const dropped: string[] = [];
  for (const { name, state } of rows) {
    if (endOf(table, name) > cutoff.getTime()) {
      if (state === 'half') await attachAgain(sql, table, name);
      continue;
    }
    if (state === 'attached' && (await isNeeded(name))) continue;
    if (await isDistributed(sql)) {
      if (state !== 'detached' && !(await detachSoon(sql, table, name))) continue;
    } else {
      // Counts go with what they count, and first: were it the other way round, a crash would leave them behind.
      if (table === 'event') await dropCounts(sql, endOf(table, name));
      if (state !== 'detached') {
        await sql.query(
          `alter table ${table} detach partition ${name} ${state === 'half' ? 'finalize' : 'concurrently'}`,
        );
      }
    }
    // Until it was detached, something that is needed may have been written into it.
    if (await isNeeded(name)) {
      await sql.query(attachment(table, name, endOf(table, name) - STEPS[table]));
      continue;
    }
    await sql.query(`drop table ${name}`);
    dropped.push(name);
  }
  return dropped;
}

/** It was old enough when somebody began to detach it, and is kept for longer now. */
async function attachAgain(sql: Client, table: PartitionedTable, name: string): Promise<void> {
  await sql.query(`alter table ${table} detach partition ${name} finalize`);
  await sql.query(attachment(table, name, endOf(table, name) - STEPS[table]));
}

/**
 * Whether it did: on several machines nothing is detached beside readers, so that they are waited for, but not long.
 * With the counts of what it holds.
 */
async function detachSoon(sql: Client, table: PartitionedTable, name: string): Promise<boolean> {
  try {
    await inTransactionOf(sql, async () => {
      await sql.query(`set local lock_timeout = '${PATIENCE}'`);
      await sql.query(`alter table ${table} detach partition ${name}`);
      if (table === 'event') await dropCounts(sql, endOf(table, name));
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
      [(end - STEPS.event) / 1000, end / 1000],
    );
  }
}

/** Names end in the day a partition begins. */
function endOf(table: PartitionedTable, name: string): number {
  const [, year, month, day] = /_p(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) + STEPS[table];
}

/** The smallest uuid whose first 48 bits hold that instant (milliseconds since the epoch). */
export function lowestUuidAt(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
