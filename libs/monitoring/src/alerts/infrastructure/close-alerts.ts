import { Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { WakeUp } from '../../intake/application/ports/wake-up.js';
import { closeForgotten, type Forgotten } from '../../persistence/close-forgotten.js';
import { DEFAULT_SETTINGS } from '../../webhooks/domain/webhook-settings.js';

const WEBHOOKS_AT_A_TIME = 200;
const ALERTS_AT_A_TIME = 1_000;

const LOWEST = '00000000-0000-0000-0000-000000000000';

/** Uses statement_timestamp(): clock_timestamp() is volatile, so that no index could be used. */
const BY_WEBHOOK = `
  select webhook_id as webhook_uuid, domain_id, stale_after, coalesce(settings -> 'flap', $4::jsonb) as flap,
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

/** On several machines, each machine searches its own open alerts. */
const BY_ALERT = `
  select distinct alert.webhook_id as webhook_uuid, alert.domain_id,
    coalesce((settings ->> 'stale_after')::int, $2::int) as stale_after,
    coalesce(settings -> 'flap', $4::jsonb) as flap,
    case when deleted_at is null then 'STALE' else 'WEBHOOK_DELETED' end as reason
  from alert join webhook on webhook.webhook_id = alert.webhook_id and webhook.domain_id = alert.domain_id
  where alert.state = 'OPEN' and alert.webhook_id > $3 and (
    deleted_at is not null or last_received_at <
      statement_timestamp() - coalesce((settings ->> 'stale_after')::int, $2::int) * interval '1 s')
  order by 1 limit $1`;

/** Closes open alerts, of any domain, that are stale or whose webhook was deleted. */
@Injectable()
export class CloseAlerts {
  private after = LOWEST;

  constructor(
    private readonly pool: IngestPool,
    private readonly clock: RetentionClock,
    private readonly wakeUp: WakeUp,
  ) {}

  @Every(10_000)
  async execute(): Promise<void> {
    for (const forgotten of await this.findForgotten(WEBHOOKS_AT_A_TIME)) {
      try {
        while ((await this.close(forgotten, ALERTS_AT_A_TIME)) === ALERTS_AT_A_TIME);
      } finally {
        // A worker that found the webhook locked relies on the holder of the lock to look again.
        this.wakeUp.deliveriesArrived([forgotten.webhook_uuid]);
      }
    }
  }

  async findForgotten(limit: number): Promise<readonly Forgotten[]> {
    if (!(await this.clock.isSure(this.pool))) return [];
    const { stale_after, flap } = DEFAULT_SETTINGS;
    const { rows } = await this.pool.query<Forgotten>({
      name: 'find forgotten alerts',
      text: (await isDistributed(this.pool)) ? BY_ALERT : BY_WEBHOOK,
      values: [limit, stale_after, this.after, JSON.stringify(flap)],
    });
    // Continues after the last webhook, so that webhooks whose alerts cannot be closed yet do not block the others.
    this.after = rows.length < limit ? LOWEST : (rows.at(-1)?.webhook_uuid ?? LOWEST);
    return rows;
  }

  close(forgotten: Forgotten, limit: number): Promise<number> {
    return inTransaction(this.pool, (client) => closeForgotten(client, forgotten, limit));
  }
}
