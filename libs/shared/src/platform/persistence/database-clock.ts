import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Every } from '../../schedule/every.decorator.js';
import { IngestPool } from './pools.js';
import { DatabaseRetentionClock } from './retention-clock.js';

/** Milliseconds. Clocks of hosts drift by some milliseconds in that time. */
const INTERVAL_MS = 60_000;

/**
 * The clock of the database, as it was last measured against the clock of this process. All processes that count by it agree on
 * when a day begins.
 */
@Injectable()
export class DatabaseClock extends Clock {
  constructor(
    private readonly measured: DatabaseRetentionClock,
    private readonly pool: IngestPool,
  ) {
    super();
  }

  @Every(INTERVAL_MS, { atStart: true })
  async measure(): Promise<void> {
    await this.measured.measure(this.pool);
  }

  now(): Date {
    return new Date(Date.now() + this.measured.offset * 1000);
  }
}
