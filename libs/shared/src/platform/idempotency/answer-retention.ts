import { Injectable } from '@nestjs/common';
import { Every, HOUR_MS } from '../../schedule/every.decorator.js';
import { IngestPool } from '../persistence/pools.js';
import { RetentionClock } from '../persistence/retention-clock.js';
import { LAPSED } from './idempotency.js';

/** An answer can hold a secret, like a new API key: it goes when its time is over, also where nobody asks for more. */
@Injectable()
export class AnswerRetention {
  constructor(
    private readonly pool: IngestPool,
    private readonly clock: RetentionClock,
  ) {}

  @Every(HOUR_MS, { atStart: true })
  async enforce(): Promise<void> {
    await this.clock.now(this.pool);
    await this.pool.query(`delete from idempotency_key where ${LAPSED}`);
  }
}
