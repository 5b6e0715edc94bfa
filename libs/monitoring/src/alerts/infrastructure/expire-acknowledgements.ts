import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { type DeliveryTarget, WakeUp } from '../../intake/application/ports/delivery-log.js';
import { LOCK_FEED, lockCursor } from '../../intake/tables/lock-cursor.js';
import { WebhookLog } from '../../processing/application/webhook-log.js';
import { workThroughWebhooks } from '../../processing/tables/webhook-transaction.js';
import { updateAcknowledgements } from '../../processing/tables/update-acknowledgements.js';

const ALERTS_PER_BATCH = 1_000;

/** The order makes the planner use the index of expiry times. Without it, the planner may read all open alerts instead. */
export const FIND_WEBHOOKS = `
  select distinct webhook_id as uuid, domain_id from (
    select webhook_id, domain_id from alert
    where acknowledged and state = 'OPEN' and acknowledged_until <= statement_timestamp() and webhook_id <> all ($2::uuid[])
    order by acknowledged_until limit $1
  ) as due`;

const FIND_EXPIRED = `
  select alert_id from alert
  where domain_id = $1 and webhook_id = $2 and acknowledged and state = 'OPEN'
    and acknowledged_until <= statement_timestamp()
  order by acknowledged_until limit $3`;

/** Takes back expired acknowledgements of open alerts, in all domains. */
@Injectable()
export class ExpireAcknowledgements {
  private readonly log = new WebhookLog('ExpireAcknowledgements');
  /**
   * Webhooks that failed or were locked. They are left out until a run settles all others, so that those with thousands of alerts do
   * not block the others.
   */
  private skipped: readonly string[] = [];

  constructor(
    private readonly pool: IngestPool,
    private readonly wakeUp: WakeUp,
  ) {}

  @Every(2_000)
  async execute(): Promise<void> {
    const due = await this.findWebhooks(ALERTS_PER_BATCH);
    const left = new Set(due.map(({ uuid }) => uuid));
    const expire = async (webhook: DeliveryTarget) => {
      for (;;) {
        const expired = await this.expireBatch(webhook, ALERTS_PER_BATCH);
        if (expired > 0) left.delete(webhook.uuid);
        if (expired < ALERTS_PER_BATCH) return;
      }
    };
    try {
      await workThroughWebhooks(due, expire, this.wakeUp, this.log);
    } finally {
      this.skipped = left.size === 0 ? [] : [...this.skipped, ...left];
    }
  }

  /** Returns the webhooks of up to `limit` alerts, those that expired first. */
  async findWebhooks(limit: number): Promise<readonly DeliveryTarget[]> {
    const { rows } = await this.pool.query<DeliveryTarget>({
      name: 'find expired acknowledgements',
      text: FIND_WEBHOOKS,
      values: [limit, this.skipped],
    });
    return rows;
  }

  /** Takes back up to `limit` of one webhook. @returns the number; 0 also if another process has locked the webhook */
  expireBatch(webhook: DeliveryTarget, limit: number): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      if (!(await isDistributed(client))) await client.query(LOCK_FEED);
      return (await lockCursor(client, webhook)) ? expireAcknowledgements(client, webhook, limit) : 0;
    });
  }
}

/** Settles alerts whose acknowledgement expired, under the lock of the webhook. @returns their number */
async function expireAcknowledgements(
  client: ClientBase,
  { domain_id, uuid }: DeliveryTarget,
  limit: number,
): Promise<number> {
  const { rows } = await client.query<{ alert_id: string }>({
    name: 'find alerts of expired acknowledgements',
    text: FIND_EXPIRED,
    values: [domain_id, uuid, limit],
  });
  await updateAcknowledgements(
    client,
    domain_id,
    rows.map(({ alert_id }) => alert_id),
  );
  return rows.length;
}
