import { Inject, Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { OpenAlerts, type Forgotten } from '../../application/ports/open-alerts.js';
import { DEFAULT_SETTINGS } from '../../domain/webhook-settings.js';
import { COUNTED, countAlerts } from './count-alerts.js';
import { lockCursor } from './lock-cursor.js';

const LOWEST = '00000000-0000-0000-0000-000000000000';

/** Not clock_timestamp(), which may differ from row to row, so that no index is searched for it. */
const BY_WEBHOOK = `
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
  order by webhook_id limit $1`;

/** On several machines each looks through the open alerts that it has. */
const BY_ALERT = `
  select distinct alert.webhook_id as webhook_uuid, alert.domain_id,
    coalesce((settings ->> 'stale_after')::int, $2::int) as stale_after,
    case when deleted_at is null then 'STALE' else 'WEBHOOK_DELETED' end as reason
  from alert join webhook on webhook.webhook_id = alert.webhook_id and webhook.domain_id = alert.domain_id
  where alert.state = 'OPEN' and alert.webhook_id > $3 and (
    deleted_at is not null or last_received_at <
      statement_timestamp() - coalesce((settings ->> 'stale_after')::int, $2::int) * interval '1 s')
  order by 1 limit $1`;

const CLOSED = `select ${COUNTED}, 1 as n from closed`;
const OPEN = `select ${COUNTED.replace('state', `'OPEN'`)}, -1 as n from closed`;

@Injectable()
export class PostgresOpenAlerts extends OpenAlerts {
  private after = LOWEST;

  constructor(@Inject(IngestPool) private readonly pool: IngestPool) {
    super();
  }

  async findForgotten(limit: number): Promise<readonly Forgotten[]> {
    const { rows } = await this.pool.query<Forgotten>({
      name: 'find forgotten alerts',
      text: (await isDistributed(this.pool)) ? BY_ALERT : BY_WEBHOOK,
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
      const webhook = { uuid: forgotten.webhook_uuid, domain_id: forgotten.domain_id };
      if (!(await lockCursor(client, webhook))) {
        await client.query('rollback');
        return 0;
      }
      const { rows } = await client.query<{ closed: number }>({
        name: 'close alerts',
        text: `
          with waiting as (
            select (select received_at from delivery_segment
              where domain_id = $1 and webhook_id = $2 and processed_at is null order by seq limit 1) as since
          ), limits as (
            select case
              when $3 = 'STALE' then least(statement_timestamp(), since) - $4 * interval '1 s'
              when since is null then 'infinity'::timestamptz end as before
            from waiting
          ), closed as (
            update alert set state = 'RESOLVED', resolved_reason = $3, resolved_at = statement_timestamp()
            where domain_id = $1 and alert_id = any (array(
              select alert_id from limits join alert on opened_at < before and last_received_at < before
              where domain_id = $1 and webhook_id = $2 and state = 'OPEN'
              order by alert_id limit $5))
            returning event_key, alert_id, resolved_at, ${COUNTED}
          ), forgotten as (
            update alarm_state set
              open = false, last_received_at = greatest(alarm_state.last_received_at, closed.resolved_at)
            from closed
            where alarm_state.domain_id = $1 and alarm_state.webhook_id = $2
              and key_hash = sha256(convert_to(event_key, 'UTF8'))
              and alarm_state.alert_id = closed.alert_id
          )${(await isDistributed(client)) ? `, counted as (${countAlerts([CLOSED, OPEN])})` : ''}
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
