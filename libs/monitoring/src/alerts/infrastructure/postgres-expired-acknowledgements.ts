import { Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import { lockCursor } from '../../persistence/lock-cursor.js';
import { LOCK_FEED } from '../../persistence/lock-feed.js';
import { ExpiredAcknowledgements } from '../application/ports/expired-acknowledgements.js';
import { writeExpiry } from './write-decisions.js';

/** Of any domain. */
export const FIND = `
  select distinct webhook_id as uuid, domain_id from alert
  where acknowledged and state = 'OPEN' and acknowledged_until <= statement_timestamp()
  limit $1`;

@Injectable()
export class PostgresExpiredAcknowledgements extends ExpiredAcknowledgements {
  constructor(private readonly pool: IngestPool) {
    super();
  }

  async find(limit: number): Promise<readonly DeliveryTarget[]> {
    const { rows } = await this.pool.query<DeliveryTarget>({
      name: 'find expired acknowledgements',
      text: FIND,
      values: [limit],
    });
    return rows;
  }

  takeBack(webhook: DeliveryTarget, limit: number): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      if (!(await isDistributed(client))) await client.query(LOCK_FEED);
      return (await lockCursor(client, webhook)) ? writeExpiry(client, webhook, limit) : 0;
    });
  }
}
