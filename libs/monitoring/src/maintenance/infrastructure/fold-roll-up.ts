import { Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { foldOnEachMachine } from '../../persistence/fold-on-each-machine.js';

/** What is counted by webhook, project, severity and hour, and by day. */
type RolledUp = 'event' | 'alert';

/** A turn is short, so that counts are read and written beside it. */
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
   * Adds up to so many deltas to the counts and removes them, in one statement: whoever reads the tables sees a count in one
   * of them, always.
   * @returns how many; 0 also while another process is at it
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
    // Alerts change what they are counted as, and leave nothing behind where they were counted before.
    if (what === 'alert' && taken > 0) {
      await this.pool.query(`delete from alert_roll_up where count = 0`);
      await this.pool.query(`delete from alert_roll_up_day where count = 0`);
    }
    return taken;
  }

  /** Where a domain lies its counts are summed, and leave by one commit what they are summed from. */
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
