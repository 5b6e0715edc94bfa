import type { Pool } from 'pg';
import { lowestUuid } from '#shared/query/instant.js';
import { timeOf } from './delivery-id.js';

const DAY = 86_400_000;

/** Length of a partition in milliseconds. All end on UTC hours; weeks begin on a Monday. */
export const STEPS = {
  delivery_segment: DAY,
  quarantine: 7 * DAY,
  event: 7 * DAY,
  alert_change: DAY,
} as const;

export type PartitionedTable = keyof typeof STEPS;

export const PARTITIONED_TABLES = Object.keys(STEPS) as PartitionedTable[];

/** Partitions are created 14 days ahead, so that inserts succeed even if none is created for two weeks. */
const AHEAD = 14 * DAY;

/** The key of the advisory lock that is held while old partitions are dropped. */
export const DROPPING = `hashtext('tocsin retention')`;

/** The epoch began on a Thursday. */
const MONDAY = 4 * DAY;

export interface SqlRunner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/**
 * Creates the missing partitions from one step before `from` until 14 days after it. Uses CREATE and ATTACH, because
 * `create table … partition of` waits for every reader and stalls every insert behind it.
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

/** As {@link ensurePartitions}, from the current time of the database, whose clock sets the times of arrival. */
export async function ensurePartitionsAhead(
  sql: Pick<Pool, 'query'>,
  tables: readonly PartitionedTable[],
): Promise<void> {
  const { rows } = await sql.query<{ now: Date }>('select clock_timestamp() as now');
  for (const { now } of rows) await ensurePartitions(sql, tables, now);
}

/**
 * Creates the partitions for rows with these ids, for deliveries that arrived late. A partition that was detached and
 * not dropped is attached again.
 * @throws object_in_use while old partitions are being dropped
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

export function attachment(table: PartitionedTable, name: string, start: number): string {
  return `alter table ${table} attach partition ${name}
    for values from ('${lowestUuid(start)}') to ('${lowestUuid(start + STEPS[table])}')`;
}

/** Returns the partition of a row with this id. A statement that names its partition need not plan for the others. */
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

/** Returns the end of a partition, in milliseconds. Its name ends in the day on which it begins. */
export function endOf(table: PartitionedTable, name: string): number {
  const [, year, month, day] = /_p(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) + STEPS[table];
}
