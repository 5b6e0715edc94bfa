import { Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { LEDGER_COLUMNS } from '../../intake/tables/ledger-counts.js';

/** The number of deltas per statement. Small, so that the counts can be read and written meanwhile. */
const DELTAS_PER_BATCH = 20_000;

interface Fold {
  /** The name of the advisory lock that is held while folding. */
  readonly lockName: string;
  readonly deltaTable: string;
  readonly columns: string;
  /** Returns the statements that add deltas to the counts. @param deltas the relation with the deltas */
  readonly addCounts: (deltas: string) => readonly string[];
  /** Statements that remove counts of zero, which remain when records move between counts. */
  readonly removeZeroCounts: readonly string[];
}

/** Adds the deltas that processing writes to the counts of events and alerts by hour and by day. */
@Injectable()
export class FoldRollUp {
  constructor(private readonly pool: IngestPool) {}

  @Every(60_000)
  async execute(): Promise<void> {
    for (const kind of ['event', 'alert'] as const)
      while ((await this.fold(kind, DELTAS_PER_BATCH)) === DELTAS_PER_BATCH);
  }

  /** As {@link foldDeltas}. */
  fold(kind: keyof typeof ROLL_UPS, maxDeltas: number): Promise<number> {
    return foldDeltas(this.pool, ROLL_UPS[kind], maxDeltas);
  }
}

/** Adds the deltas that accepting and processing write to the days of the ledger. */
@Injectable()
export class FoldLedger {
  constructor(private readonly pool: IngestPool) {}

  @Every(60_000)
  async execute(): Promise<void> {
    while ((await this.fold(DELTAS_PER_BATCH)) === DELTAS_PER_BATCH);
  }

  /** As {@link foldDeltas}. */
  fold(maxDeltas: number): Promise<number> {
    return foldDeltas(this.pool, LEDGER, maxDeltas);
  }
}

/**
 * Adds up to `maxDeltas` deltas to the counts and removes them, in one statement, so that readers of both tables see each count in
 * exactly one of them.
 * @returns the number of deltas; 0 also while another process is folding
 */
async function foldDeltas(pool: IngestPool, fold: Fold, maxDeltas: number): Promise<number> {
  if (await isDistributed(pool)) return foldOnEachMachine(pool, fold);
  const { lockName, deltaTable, columns, addCounts, removeZeroCounts } = fold;
  const additions = addCounts('taken').map((statement, at) => `added_${at} as (${statement})`);
  const { rows } = await pool.query<{ taken: number }>({
    name: `fold ${deltaTable}`,
    text: `
      with turn as materialized (
        select pg_try_advisory_xact_lock(hashtext('${lockName}')) as mine
      ), taken as (
        delete from ${deltaTable} where ctid = any (array(
          select ctid from ${deltaTable} where (select mine from turn) limit $1))
        returning ${columns}
      ), ${additions.join(', ')}
      select count(*)::int as taken from taken`,
    values: [maxDeltas],
  });
  const taken = rows[0]?.taken ?? 0;
  if (taken > 0) for (const statement of removeZeroCounts) await pool.query(statement);
  return taken;
}

// Sequential mode uses one connection to each machine, however many shards it has.
const BEGIN = `
  begin isolation level repeatable read;
  set local citus.multi_shard_modify_mode = 'sequential';
  set local statement_timeout = '60s'`;

/**
 * Folds and removes all deltas of a distributed table in one transaction, in which each machine sums the counts of its domains. It
 * uses repeatable read, so deltas that are written meanwhile are neither summed nor removed. If another transaction removes a
 * delta, this one fails and is repeated later.
 */
function foldOnEachMachine(
  pool: IngestPool,
  { lockName, deltaTable, addCounts, removeZeroCounts }: Fold,
): Promise<number> {
  return inTransaction(
    pool,
    async (client) => {
      const { rows } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_xact_lock(hashtext($1)) as mine`,
        [lockName],
      );
      if (rows[0]?.mine !== true) return 0;
      if ((await client.query(`select from ${deltaTable} limit 1`)).rowCount === 0) return 0;
      for (const statement of [...addCounts(deltaTable), ...removeZeroCounts]) await client.query(statement);
      return (await client.query(`delete from ${deltaTable}`)).rowCount ?? 0;
    },
    { begin: (client) => client.query(BEGIN) },
  );
}

/** @param keys the columns that records of the kind are counted by, besides the time */
function describeRollUp(kind: string, keys: string): Fold {
  const addTo = (table: string, time: string, value: string, deltas: string) => `
    insert into ${table} as stored (${keys}, ${time}, count)
    select ${keys}, ${value}, sum(count) from ${deltas} group by ${keys}, ${value} having sum(count) <> 0
    on conflict (${keys}, ${time}) do update set count = stored.count + excluded.count`;
  return {
    lockName: `tocsin roll-up of ${kind}s`,
    deltaTable: `${kind}_roll_up_delta`,
    columns: `${keys}, hour, count`,
    addCounts: (deltas) => [
      addTo(`${kind}_roll_up`, 'hour', 'hour', deltas),
      addTo(`${kind}_roll_up_day`, 'day', `date_trunc('day', hour, 'UTC')`, deltas),
    ],
    removeZeroCounts: [],
  };
}

const ROLL_UPS = {
  event: describeRollUp('event', 'domain_id, webhook_id, project_id, event_type, severity'),
  alert: {
    ...describeRollUp('alert', 'domain_id, webhook_id, project_id, state, severity'),
    removeZeroCounts: [
      'delete from alert_roll_up where count = 0',
      'delete from alert_roll_up_day where count = 0',
    ],
  },
} satisfies Record<string, Fold>;

const LEDGER: Fold = {
  lockName: 'tocsin ledger',
  deltaTable: 'ledger_delta',
  columns: `day, ${LEDGER_COLUMNS.join(', ')}`,
  addCounts: (deltas) => [
    `insert into ledger as stored (day, ${LEDGER_COLUMNS.join(', ')})
     select day, ${LEDGER_COLUMNS.map((name) => `sum(${name})`).join(', ')} from ${deltas} group by day
     on conflict (day) do update set
       ${LEDGER_COLUMNS.map((name) => `${name} = stored.${name} + excluded.${name}`).join(', ')}`,
  ],
  removeZeroCounts: [],
};
