import { Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '../../kernel/clock.js';
import { Metrics } from '../telemetry/metrics.js';
import { IngestPool } from './pools.js';
import { DatabaseRetentionClock, RetentionClock } from './retention-clock.js';

/** One for the process: whoever read the clock first knows of a leap that the others would not see. */
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
        // Read for the scrape: an API removes nothing, and its offset is to be seen all the same.
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
