import { Injectable } from '@nestjs/common';
import { Every, HOUR_MS } from '../../schedule/every.decorator.js';
import { IngestPool } from '../persistence/pools.js';
import { RetentionClock } from '../persistence/retention-clock.js';
import { EXPIRED_CONDITION } from './idempotency.js';

/**
 * Deletes expired responses every hour. A response may contain a secret, like a new API key, and must not outlive its time
 * just because no other request comes.
 */
@Injectable()
export class ResponseRetention {
  constructor(
    private readonly pool: IngestPool,
    private readonly clock: RetentionClock,
  ) {}

  @Every(HOUR_MS, { atStart: true })
  async enforce(): Promise<void> {
    await this.clock.now(this.pool);
    await this.pool.query(`delete from idempotency_key where ${EXPIRED_CONDITION}`);
  }
}
