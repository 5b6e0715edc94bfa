import { Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { foldOnEachMachine } from '../../persistence/fold-on-each-machine.js';

/** The records that are counted by webhook, project, severity and hour, and by day. */
type RolledUp = 'event' | 'alert';

/** The number of deltas per statement. Small, so that the counts can be read and written meanwhile. */
const DELTAS_PER_TURN = 20_000;
const KEYS: Readonly<Record<RolledUp, string>> = {
  event: 'domain_id, webhook_id, project_id, event_type, severity',
  alert: 'domain_id, webhook_id, project_id, state, severity',
};

@Injectable()
export class FoldRollUp {
  constructor(private readonly pool: IngestPool) {}

  @Every(60_000)
  async execute(): Promise<void> {
    for (const what of ['event', 'alert'] as const)
      while ((await this.fold(what, DELTAS_PER_TURN)) === DELTAS_PER_TURN);
  }

  /**
   * Adds up to `deltas` deltas to the counts and removes them, in one statement, so that readers of both tables see
   * each count in exactly one of them.
   * @returns the number of deltas; 0 also while another process is folding
   */
  async fold(what: RolledUp, deltas: number): Promise<number> {
    if (await isDistributed(this.pool)) return this.foldApart(what);
    const { rows } = await this.pool.query<{ taken: number }>({
      name: `fold roll-up of ${what}s`,
      text: `
        with turn as materialized (
          select pg_try_advisory_xact_lock(hashtext('tocsin roll-up of ${what}s')) as mine
        ), taken as (
          delete from ${what}_roll_up_delta where ctid = any (array(
            select ctid from ${what}_roll_up_delta where (select mine from turn) limit $1))
          returning ${KEYS[what]}, hour, count
        ), hours as (
          ${addTo(`${what}_roll_up`, KEYS[what], 'hour', 'hour', 'taken')}
        ), days as (
          ${addTo(`${what}_roll_up_day`, KEYS[what], 'day', DAY_OF_HOUR, 'taken')}
        )
        select count(*)::int as taken from taken`,
      values: [deltas],
    });
    const taken = rows[0]?.taken ?? 0;
    // Alerts move between counts, which leaves counts of zero.
    if (what === 'alert' && taken > 0) {
      await this.pool.query(`delete from alert_roll_up where count = 0`);
      await this.pool.query(`delete from alert_roll_up_day where count = 0`);
    }
    return taken;
  }

  /** Folds on a cluster. Each machine sums the counts of its domains, and one transaction removes their deltas. */
  private foldApart(what: RolledUp): Promise<number> {
    const deltas = `${what}_roll_up_delta`;
    const emptied = [`${what}_roll_up`, `${what}_roll_up_day`].map(
      (table) => `delete from ${table} where count = 0`,
    );
    return foldOnEachMachine(this.pool, {
      turn: `tocsin roll-up of ${what}s`,
      deltas,
      add: [
        addTo(`${what}_roll_up`, KEYS[what], 'hour', 'hour', deltas),
        addTo(`${what}_roll_up_day`, KEYS[what], 'day', DAY_OF_HOUR, deltas),
        ...(what === 'alert' ? emptied : []),
      ],
    });
  }
}

const DAY_OF_HOUR = `date_trunc('day', hour, 'UTC')`;

function addTo(table: string, keys: string, time: string, value: string, from: string): string {
  return `
    insert into ${table} as stored (${keys}, ${time}, count)
    select ${keys}, ${value}, sum(count) from ${from} group by ${keys}, ${value} having sum(count) <> 0
    on conflict (${keys}, ${time}) do update set count = stored.count + excluded.count`;
}
