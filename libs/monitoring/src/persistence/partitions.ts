import type { Pool } from 'pg';
import { getUuidTime, lowestUuid } from '#shared/query/instant.js';
import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';

const DAY_MS = 86_400_000;

/** Length of a partition in milliseconds. All end on UTC hours; weeks begin on a Monday. */
export const PARTITION_MS = {
  delivery_segment: DAY_MS,
  quarantine: 7 * DAY_MS,
  event: 7 * DAY_MS,
  alert_change: DAY_MS,
} as const;

export type PartitionedTable = keyof typeof PARTITION_MS;

export const PARTITIONED_TABLES = Object.keys(PARTITION_MS) as PartitionedTable[];

/** Partitions are created 14 days ahead, so that inserts succeed even if none is created for two weeks. */
const AHEAD_MS = 14 * DAY_MS;

/** The key of the advisory lock that is held while old partitions are dropped. */
export const DROP_LOCK_KEY = `hashtext('tocsin retention')`;

/** The epoch began on a Thursday. */
const MONDAY_OFFSET_MS = 4 * DAY_MS;

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
    const step = PARTITION_MS[table];
    const first = computeStart(table, from) - step;
    for (let start = first; start < from.getTime() + AHEAD_MS; start += step) {
      // One block per partition: the lock makes it safe when several processes start at once.
      await sql.query(`
        do $$ begin
          perform pg_advisory_xact_lock(hashtext('tocsin partitions'));
          if to_regclass('${formatName(table, start)}') is null then ${createPartitionSql(table, start)} end if;
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
export async function restorePartitions(
  sql: SqlRunner,
  tables: readonly PartitionedTable[],
  uuids: readonly string[],
): Promise<void> {
  const instants = uuids.map((uuid) => new Date(getUuidTime(uuid)));
  for (const table of tables) {
    for (const start of new Set(instants.map((at) => computeStart(table, at)))) {
      await restorePartition(sql, table, start);
    }
  }
}

async function restorePartition(sql: SqlRunner, table: PartitionedTable, start: number): Promise<void> {
  const name = formatName(table, start);
  await sql.query(`
      do $$ begin
        perform pg_advisory_xact_lock(hashtext('tocsin partitions'));
        if to_regclass('${name}') is null then ${createPartitionSql(table, start)}
        elsif not exists (select from pg_inherits where inhrelid = to_regclass('${name}') and not inhdetachpending) then
          if not pg_try_advisory_xact_lock(${DROP_LOCK_KEY}) then
            raise 'what is old is being dropped' using errcode = 'object_in_use';
          end if;
          if exists (select from pg_inherits where inhrelid = to_regclass('${name}')) then
            alter table ${table} detach partition ${name} finalize;
          end if;
          ${attachPartitionSql(table, name, start)};
        end if;
      end $$`);
}

/**
 * A segment is updated once, when it was processed. If the new version has room on the same page, only what was added is written
 * to the WAL, and not the deliveries again. The page would else be followed by another with the new versions: no space is lost.
 */
const STORAGE: Partial<Record<PartitionedTable, string>> = { delivery_segment: 'with (fillfactor = 45)' };

function createPartitionSql(table: PartitionedTable, start: number): string {
  const name = formatName(table, start);
  return `create table ${name} (like ${table} including all) ${STORAGE[table] ?? ''}; ${attachPartitionSql(table, name, start)};`;
}

export function attachPartitionSql(table: PartitionedTable, name: string, start: number): string {
  return `alter table ${table} attach partition ${name}
    for values from ('${lowestUuid(start)}') to ('${lowestUuid(start + PARTITION_MS[table])}')`;
}

/** Returns the partition of a row with this id. A statement that names its partition need not plan for the others. */
export function getPartitionName(table: PartitionedTable, uuid: string): string {
  return formatName(table, computeStart(table, new Date(getUuidTime(uuid))));
}

function formatName(table: PartitionedTable, start: number): string {
  return `${table}_p${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

function computeStart(table: PartitionedTable, at: Date): number {
  const step = PARTITION_MS[table];
  return Math.floor((at.getTime() - MONDAY_OFFSET_MS) / step) * step + MONDAY_OFFSET_MS;
}

/** Returns the end of a partition, in milliseconds. Its name ends in the day on which it begins. */
export function parseEnd(table: PartitionedTable, name: string): number {
  const [, year, month, day] = /_p(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) + PARTITION_MS[table];
}
