import { Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { foldOnEachMachine } from './fold-on-each-machine.js';

/** The records that are counted by webhook, project, severity and hour, and by day. */
type RollUpKind = 'event' | 'alert';

/** The number of deltas per statement. Small, so that the counts can be read and written meanwhile. */
const DELTAS_PER_BATCH = 20_000;
const KEYS: Readonly<Record<RollUpKind, string>> = {
  event: 'domain_id, webhook_id, project_id, event_type, severity',
  alert: 'domain_id, webhook_id, project_id, state, severity',
};

@Injectable()
export class FoldRollUp {
  constructor(private readonly pool: IngestPool) {}

  @Every(60_000)
  async execute(): Promise<void> {
    for (const kind of ['event', 'alert'] as const)
      while ((await this.fold(kind, DELTAS_PER_BATCH)) === DELTAS_PER_BATCH);
  }

  /**
   * Adds up to `maxDeltas` deltas to the counts and removes them, in one statement, so that readers of both tables see
   * each count in exactly one of them.
   * @returns the number of deltas; 0 also while another process is folding
   */
  async fold(kind: RollUpKind, maxDeltas: number): Promise<number> {
    if (await isDistributed(this.pool)) return this.foldOnCluster(kind);
    const { rows } = await this.pool.query<{ taken: number }>({
      name: `fold roll-up of ${kind}s`,
      text: `
        with turn as materialized (
          select pg_try_advisory_xact_lock(hashtext('tocsin roll-up of ${kind}s')) as mine
        ), taken as (
          delete from ${kind}_roll_up_delta where ctid = any (array(
            select ctid from ${kind}_roll_up_delta where (select mine from turn) limit $1))
          returning ${KEYS[kind]}, hour, count
        ), hours as (
          ${addCountsSql(`${kind}_roll_up`, KEYS[kind], 'hour', 'hour', 'taken')}
        ), days as (
          ${addCountsSql(`${kind}_roll_up_day`, KEYS[kind], 'day', DAY_OF_HOUR, 'taken')}
        )
        select count(*)::int as taken from taken`,
      values: [maxDeltas],
    });
    const taken = rows[0]?.taken ?? 0;
    // Alerts move between counts, which leaves counts of zero.
    if (kind === 'alert' && taken > 0) {
      await this.pool.query(`delete from alert_roll_up where count = 0`);
      await this.pool.query(`delete from alert_roll_up_day where count = 0`);
    }
    return taken;
  }

  /** Folds on a cluster. Each machine sums the counts of its domains, and one transaction removes their deltas. */
  private foldOnCluster(kind: RollUpKind): Promise<number> {
    const deltaTable = `${kind}_roll_up_delta`;
    const removeZeroCounts = [`${kind}_roll_up`, `${kind}_roll_up_day`].map(
      (table) => `delete from ${table} where count = 0`,
    );
    return foldOnEachMachine(this.pool, {
      lockName: `tocsin roll-up of ${kind}s`,
      deltaTable,
      statements: [
        addCountsSql(`${kind}_roll_up`, KEYS[kind], 'hour', 'hour', deltaTable),
        addCountsSql(`${kind}_roll_up_day`, KEYS[kind], 'day', DAY_OF_HOUR, deltaTable),
        ...(kind === 'alert' ? removeZeroCounts : []),
      ],
    });
  }
}

const DAY_OF_HOUR = `date_trunc('day', hour, 'UTC')`;

function addCountsSql(table: string, keys: string, time: string, value: string, from: string): string {
  return `
    insert into ${table} as stored (${keys}, ${time}, count)
    select ${keys}, ${value}, sum(count) from ${from} group by ${keys}, ${value} having sum(count) <> 0
    on conflict (${keys}, ${time}) do update set count = stored.count + excluded.count`;
}
