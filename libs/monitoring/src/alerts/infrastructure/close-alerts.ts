import { Injectable } from '@nestjs/common';
import { LOWEST_UUID } from '#shared/kernel/ids.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { WakeUp } from '../../intake/application/ports/delivery-log.js';
import { WebhookLog } from '../../processing/application/webhook-log.js';
import { workThroughWebhooks } from '../../processing/tables/webhook-transaction.js';
import { closeWebhookAlerts, type AlertClosure } from '../../processing/tables/close-webhook-alerts.js';
import { DEFAULT_SETTINGS } from '../../webhooks/domain/webhook-settings.js';

const WEBHOOKS_PER_RUN = 200;
/** Readers of the feed wait for the transaction, so it is short. */
const ALERTS_PER_BATCH = 200;

/** Uses statement_timestamp(): clock_timestamp() is volatile, so that no index could be used. */
const FIND_BY_WEBHOOK = `
  select webhook_id as uuid, domain_id, stale_after, coalesce(settings -> 'flap', $4::jsonb) as flap,
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
const FIND_BY_ALERT = `
  select distinct alert.webhook_id as uuid, alert.domain_id,
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
  private readonly log = new WebhookLog('CloseAlerts');
  private cursor = LOWEST_UUID;

  constructor(
    private readonly pool: IngestPool,
    private readonly clock: RetentionClock,
    private readonly wakeUp: WakeUp,
  ) {}

  @Every(10_000)
  async execute(): Promise<void> {
    const close = async (closure: AlertClosure) => {
      while ((await this.closeBatch(closure, ALERTS_PER_BATCH)) === ALERTS_PER_BATCH);
    };
    await workThroughWebhooks(await this.findClosures(WEBHOOKS_PER_RUN), close, this.wakeUp, this.log);
  }

  async findClosures(limit: number): Promise<readonly AlertClosure[]> {
    if (!(await this.clock.isCertain(this.pool))) return [];
    const { stale_after, flap } = DEFAULT_SETTINGS;
    const { rows } = await this.pool.query<AlertClosure>({
      name: 'find forgotten alerts',
      text: (await isDistributed(this.pool)) ? FIND_BY_ALERT : FIND_BY_WEBHOOK,
      values: [limit, stale_after, this.cursor, JSON.stringify(flap)],
    });
    // Continues after the last webhook, so that webhooks whose alerts cannot be closed yet do not block the others.
    this.cursor = rows.length < limit ? LOWEST_UUID : (rows.at(-1)?.uuid ?? LOWEST_UUID);
    return rows;
  }

  closeBatch(closure: AlertClosure, limit: number): Promise<number> {
    return inTransaction(this.pool, (client) => closeWebhookAlerts(client, closure, limit));
  }
}
