import { Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '../../kernel/clock.js';
import { Metrics } from '../telemetry/metrics.js';
import { IngestPool } from './pools.js';
import { DatabaseRetentionClock, RetentionClock } from './retention-clock.js';

/**
 * Provides one clock for the process. With several, one that is first read after a leap of the database's clock would not
 * notice the leap.
 */
@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    DatabaseRetentionClock,
    { provide: RetentionClock, useExisting: DatabaseRetentionClock },
  ],
  exports: [RetentionClock],
})
export class RetentionClockModule {
  constructor(metrics: Metrics, clock: DatabaseRetentionClock, pool: IngestPool) {
    metrics.gauge(
      'tocsin_clock_offset_seconds',
      'Seconds that the clock of the database is ahead of the clock of this process.',
      async () => {
        // The scrape itself reads the clock: an API removes nothing by age, but its offset must be visible too.
        await clock.measure(pool);
        return [{ value: clock.offset }];
      },
    );
    metrics.gauge(
      'tocsin_clock_in_doubt',
      '1 while nothing is removed or closed by age, because the clocks differ or one was set.',
      () => [{ value: Number(clock.isInDoubt) }],
    );
  }
}
