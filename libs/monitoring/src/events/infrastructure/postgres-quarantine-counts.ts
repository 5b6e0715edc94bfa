import { Injectable } from '@nestjs/common';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { lowestUuid } from '#shared/query/instant.js';
import { QuarantineCounts, type QuarantineCount } from '../../contracts/quarantine-counts.js';

/** Counting stops at this number. */
const MAX_COUNTED = 100_000;

interface CountRow extends Omit<QuarantineCount, 'webhook_id'> {
  readonly count: number;
}

@Injectable()
export class PostgresQuarantineCounts extends QuarantineCounts {
  constructor(private readonly pool: QueryPool) {
    super();
  }

  async findFailing(domains: readonly string[], withinSeconds: number) {
    const { rows } = await this.pool.query<{ domain_id: string; webhook_id: string }>({
      name: 'failing webhooks',
      text: `
        select c.domain_id, c.webhook_id from webhook_cursor c
        join webhook w on w.domain_id = c.domain_id and w.webhook_id = c.webhook_id and w.deleted_at is null
        where c.domain_id = any($1::text[]) and c.last_error_at > clock_timestamp() - make_interval(secs => $2)
        order by c.domain_id, c.webhook_id`,
      values: [domains, withinSeconds],
    });
    return rows.map(({ domain_id, webhook_id }) => ({
      domain_id,
      webhook_id: formatId('webhook', webhook_id),
    }));
  }

  async countSince(domain_id: string, webhook_id: string, since: Date): Promise<QuarantineCount | undefined> {
    const { rows } = await this.pool.query<CountRow>({
      name: 'count quarantined since',
      // A delivery id begins with the time of arrival, or a slightly later one.
      text: `
        with found as materialized (
          select reason, received_at from quarantine
          where domain_id = $1 and webhook_id = $2 and delivery_id >= $3 and received_at > $4
            and status = 'QUARANTINED'
          order by delivery_id desc limit ${MAX_COUNTED}
        )
        select w.name, w.project_id, (select count(*)::int from found) as count, last.reason,
          last.received_at as last_received_at
        from webhook w
        cross join lateral (select reason, received_at from found order by received_at desc limit 1) as last
        where w.domain_id = $1 and w.webhook_id = $2 and w.deleted_at is null`,
      values: [domain_id, parseId('webhook', webhook_id), lowestUuid(since.getTime()), since],
    });
    return rows[0] && { ...rows[0], webhook_id };
  }
}
