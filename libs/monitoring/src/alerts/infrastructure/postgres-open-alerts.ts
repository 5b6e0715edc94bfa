import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';
import { OpenAlerts, type Forgotten } from '../application/ports/open-alerts.js';
import { keyHash } from '../../processing/domain/alarm.js';
import { DEFAULT_SETTINGS } from '../../webhooks/domain/webhook-settings.js';
import { COUNTED, countAlerts, type CountedAlert } from '../../processing/infrastructure/count-alerts.js';
import { lockCursor } from '../../processing/infrastructure/lock-cursor.js';

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

@Injectable()
export class PostgresOpenAlerts extends OpenAlerts {
  private after = LOWEST;

  constructor(
    @Inject(IngestPool) private readonly pool: IngestPool,
    @Inject(RetentionClock) private readonly clock: RetentionClock,
  ) {
    super();
  }

  async findForgotten(limit: number): Promise<readonly Forgotten[]> {
    if (!(await this.clock.isSure(this.pool))) return [];
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
    return inTransaction(this.pool, (client) => closeForgotten(client, forgotten, limit));
  }
}

/** As {@link OpenAlerts.close}, in a transaction of the caller's. */
export async function closeForgotten(
  client: ClientBase,
  forgotten: Forgotten,
  limit: number,
): Promise<number> {
  const webhook = { uuid: forgotten.webhook_uuid, domain_id: forgotten.domain_id };
  if (!(await lockCursor(client, webhook))) return 0;
  const ids = await findToClose(client, forgotten, limit);
  if (ids.length > 0) await closeAlerts(client, forgotten, ids);
  return ids.length;
}

/** Nothing that is older than what waits to be processed: that may be news. */
async function findToClose(
  client: ClientBase,
  { domain_id, webhook_uuid, reason, stale_after }: Forgotten,
  limit: number,
): Promise<string[]> {
  const { rows } = await client.query<{ alert_id: string }>({
    name: 'find alerts to close',
    text: `
      with waiting as (
        select (select received_at from delivery_segment
          where domain_id = $1 and webhook_id = $2 and processed_at is null order by seq limit 1) as since
      ), limits as (
        select case
          when $3 = 'STALE' then least(statement_timestamp(), since) - $4 * interval '1 s'
          when since is null then 'infinity'::timestamptz end as before
        from waiting
      )
      select alert_id from limits join alert on opened_at < before and last_received_at < before
      where domain_id = $1 and webhook_id = $2 and state = 'OPEN'
      order by opened_at limit $5`,
    values: [domain_id, webhook_uuid, reason, stale_after, limit],
  });
  return rows.map(({ alert_id }) => alert_id);
}

interface ClosedAlert extends CountedAlert {
  readonly alert_id: string;
  readonly event_key: string;
  readonly resolved_at: Date;
}

async function closeAlerts(
  client: ClientBase,
  { domain_id, webhook_uuid, reason }: Forgotten,
  alertIds: readonly string[],
): Promise<void> {
  const { rows } = await client.query<ClosedAlert>({
    name: 'close alerts',
    text: `
      update alert set state = 'RESOLVED', resolved_reason = $3, resolved_at = statement_timestamp()
      where domain_id = $1 and alert_id = any ($2::uuid[])
      returning alert_id, event_key, resolved_at, ${COUNTED}`,
    values: [domain_id, alertIds, reason],
  });
  await client.query({
    name: 'forget alerts',
    text: `
      update alarm_state set
        open = false, last_received_at = greatest(alarm_state.last_received_at, closed.resolved_at)
      from unnest($3::text[], $4::uuid[], $5::timestamptz[]) as closed (key_hash, alert_id, resolved_at)
      where alarm_state.domain_id = $1 and alarm_state.webhook_id = $2
        and alarm_state.key_hash = decode(closed.key_hash, 'hex') and alarm_state.alert_id = closed.alert_id`,
    values: [
      domain_id,
      webhook_uuid,
      rows.map(({ event_key }) => keyHash(event_key)),
      rows.map(({ alert_id }) => alert_id),
      rows.map(({ resolved_at }) => resolved_at),
    ],
  });
  if (await isDistributed(client)) {
    const before = rows.map((row) => ({ ...row, state: 'OPEN' }));
    await countAlerts(client, before, rows);
  }
}
