import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Hourly } from '../lifecycle/hourly.js';
import { IngestPool } from '../persistence/pools.js';
import { RetentionClock } from '../persistence/retention-clock.js';
import { LAPSED } from './idempotency.js';

/** An answer can hold a secret, like a new API key: it goes when its time is over, also where nobody asks for more. */
@Injectable()
export class AnswerRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly hourly = new Hourly('AnswerRetention', () => this.enforce());

  constructor(
    @Inject(IngestPool) private readonly pool: IngestPool,
    @Inject(RetentionClock) private readonly clock: RetentionClock,
  ) {}

  onApplicationBootstrap(): void {
    void this.hourly.start();
  }

  onModuleDestroy(): void {
    this.hourly.stop();
  }

  async enforce(): Promise<void> {
    await this.clock.now(this.pool);
    await this.pool.query(`delete from idempotency_key where ${LAPSED}`);
  }
}
