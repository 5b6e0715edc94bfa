import { Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import { WakeUp } from '../../intake/application/ports/wake-up.js';
import { LOCK_FEED, lockCursor } from '../../persistence/lock-cursor.js';
import { writeExpiry } from './write-decisions.js';

const ALERTS_AT_A_TIME = 1_000;

/** In the order of an index, which is why it is used: for the webhooks alone, a planner may read all alerts that are open. */
export const FIND = `
  select distinct webhook_id as uuid, domain_id from (
    select webhook_id, domain_id from alert
    where acknowledged and state = 'OPEN' and acknowledged_until <= statement_timestamp()
    order by acknowledged_until limit $1
  ) as due`;

/** Takes back the acknowledgements of open alerts, of any domain, whose time is over. */
@Injectable()
export class ExpireAcknowledgements {
  constructor(
    private readonly pool: IngestPool,
    private readonly wakeUp: WakeUp,
  ) {}

  @Every(2_000)
  async execute(): Promise<void> {
    for (const webhook of await this.find(ALERTS_AT_A_TIME)) {
      try {
        while ((await this.takeBack(webhook, ALERTS_AT_A_TIME)) === ALERTS_AT_A_TIME);
      } finally {
        // A worker that found the webhook locked meanwhile relies on us to look once more.
        this.wakeUp.deliveriesArrived([webhook.uuid]);
      }
    }
  }

  /** The webhooks of the alerts that have been due for the longest time, of up to `limit` of them. */
  async find(limit: number): Promise<readonly DeliveryTarget[]> {
    const { rows } = await this.pool.query<DeliveryTarget>({
      name: 'find expired acknowledgements',
      text: FIND,
      values: [limit],
    });
    return rows;
  }

  /** Up to `limit` of one webhook. @returns how many; 0 also when another process holds the webhook */
  takeBack(webhook: DeliveryTarget, limit: number): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      if (!(await isDistributed(client))) await client.query(LOCK_FEED);
      return (await lockCursor(client, webhook)) ? writeExpiry(client, webhook, limit) : 0;
    });
  }
}
