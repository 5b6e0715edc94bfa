import { Inject, Injectable } from '@nestjs/common';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { EventRollUp } from '../../application/ports/event-roll-up.js';

const KEYS = 'domain_id, webhook_id, project_id, event_type, severity, hour';

@Injectable()
export class PostgresEventRollUp extends EventRollUp {
  constructor(@Inject(IngestPool) private readonly pool: IngestPool) {
    super();
  }

  /** One statement: whoever reads both tables sees a count in one of them, always. */
  async fold(deltas: number): Promise<number> {
    const { rows } = await this.pool.query<{ taken: number }>({
      name: 'fold roll-up',
      text: `
        with turn as materialized (
          select pg_try_advisory_xact_lock(hashtext('tocsin roll-up')) as mine
        ), taken as (
          delete from event_roll_up_delta where ctid = any (array(
            select ctid from event_roll_up_delta where (select mine from turn) limit $1))
          returning ${KEYS}, count
        ), folded as (
          insert into event_roll_up as stored (${KEYS}, count)
          select ${KEYS}, sum(count) from taken group by ${KEYS}
          on conflict (${KEYS}) do update set count = stored.count + excluded.count
        )
        select count(*)::int as taken from taken`,
      values: [deltas],
    });
    return rows[0]?.taken ?? 0;
  }
}
