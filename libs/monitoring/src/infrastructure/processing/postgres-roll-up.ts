import { Inject, Injectable } from '@nestjs/common';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { RollUp, type RolledUp } from '../../application/ports/roll-up.js';

const KEYS: Readonly<Record<RolledUp, string>> = {
  event: 'domain_id, webhook_id, project_id, event_type, severity',
  alert: 'domain_id, webhook_id, project_id, state, severity',
};

@Injectable()
export class PostgresRollUp extends RollUp {
  constructor(@Inject(IngestPool) private readonly pool: IngestPool) {
    super();
  }

  /** One statement: whoever reads the tables sees a count in one of them, always. */
  async fold(what: RolledUp, deltas: number): Promise<number> {
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
          ${addTo(`${what}_roll_up`, KEYS[what], 'hour', 'hour')}
        ), days as (
          ${addTo(`${what}_roll_up_day`, KEYS[what], 'day', `date_trunc('day', hour, 'UTC')`)}
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
}

function addTo(table: string, keys: string, time: string, value: string): string {
  return `
    insert into ${table} as stored (${keys}, ${time}, count)
    select ${keys}, ${value}, sum(count) from taken group by ${keys}, ${value} having sum(count) <> 0
    on conflict (${keys}, ${time}) do update set count = stored.count + excluded.count`;
}
