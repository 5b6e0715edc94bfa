import { Inject, Injectable } from '@nestjs/common';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { OpenAlerts, type Forgotten } from '../../application/ports/open-alerts.js';
import { DEFAULT_SETTINGS } from '../../domain/webhook-settings.js';
import { lockCursor } from './lock-cursor.js';

const LOWEST = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class PostgresOpenAlerts extends OpenAlerts {
  private after = LOWEST;

  constructor(@Inject(IngestPool) private readonly pool: IngestPool) {
    super();
  }

  async findForgotten(limit: number): Promise<readonly Forgotten[]> {
    const { rows } = await this.pool.query<Forgotten>({
      name: 'find forgotten alerts',
      // Not clock_timestamp(), which may differ from row to row, so that no index is searched for it.
      text: `
        select webhook_id as webhook_uuid, domain_id, stale_after,
          case when deleted_at is null then 'STALE' else 'WEBHOOK_DELETED' end as reason
        from webhook cross join lateral (
          select coalesce((settings ->> 'stale_after')::int, $2::int) as stale_after
        ) as setting cross join lateral (
          select case when deleted_at is null then statement_timestamp() - stale_after * interval '1 s'
            else 'infinity' end as before
        ) as limits
        cross join lateral (
          select from alert
          where alert.webhook_id = webhook.webhook_id and alert.state = 'OPEN'
            and opened_at < before and last_received_at < before
          limit 1
        ) as forgotten
        where webhook_id > $3
        order by webhook_id limit $1`,
      values: [limit, DEFAULT_SETTINGS.stale_after, this.after],
    });
    // On from where it ended: those that cannot be closed yet must not keep the others waiting.
    this.after = rows.length < limit ? LOWEST : (rows.at(-1)?.webhook_uuid ?? LOWEST);
    return rows;
  }

  async close(forgotten: Forgotten, limit: number): Promise<number> {
    const client = await this.pool.connect();
    let broken = false;
    try {
      await client.query('begin');
      if (!(await lockCursor(client, forgotten.webhook_uuid))) {
        await client.query('rollback');
        return 0;
      }
      const { rows } = await client.query<{ closed: number }>({
        name: 'close alerts',
        text: `
          with waiting as (
            select (select received_at from delivery_segment
              where webhook_id = $2 and processed_at is null order by seq limit 1) as since
          ), limits as (
            select case
              when $3 = 'STALE' then least(statement_timestamp(), since) - $4 * interval '1 s'
              when since is null then 'infinity'::timestamptz end as before
            from waiting
          ), closed as (
            update alert set state = 'RESOLVED', resolved_reason = $3, resolved_at = clock_timestamp()
            where domain_id = $1 and alert_id = any (array(
              select alert_id from limits join alert on opened_at < before and last_received_at < before
              where webhook_id = $2 and state = 'OPEN'
              order by alert_id limit $5))
            returning event_key, alert_id, resolved_at
          ), forgotten as (
            update alarm_state set
              open = false, last_received_at = greatest(alarm_state.last_received_at, closed.resolved_at)
            from closed
            where domain_id = $1 and webhook_id = $2 and key_hash = sha256(convert_to(event_key, 'UTF8'))
              and alarm_state.alert_id = closed.alert_id
          )
          select count(*)::int as closed from closed`,
        values: [forgotten.domain_id, forgotten.webhook_uuid, forgotten.reason, forgotten.stale_after, limit],
      });
      await client.query('commit');
      return rows[0]?.closed ?? 0;
    } catch (error) {
      await client.query('rollback').catch(() => (broken = true));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}
