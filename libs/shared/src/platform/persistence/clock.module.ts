import { Global, Module } from '@nestjs/common';
import { Clock, ExpiryClock, SystemClock } from '../../kernel/clock.js';
import { Metrics } from '../telemetry/metrics.js';
import { IngestPool } from './pools.js';
import { DatabaseRetentionClock, RetentionClock } from './retention-clock.js';

/** A sender or caller must not wait long while the database does not answer. */
const TIMEOUT_MS = 2_000;

/**
 * Provides one clock of each kind for the process. With several clocks for the retention, one that is first read after a leap of
 * the database's clock would not notice the leap.
 */
@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    {
      provide: ExpiryClock,
      inject: [IngestPool],
      // On the pool of the ingest, so that requests for records cannot keep senders waiting for the time.
      useFactory: (pool: IngestPool) =>
        new ExpiryClock(
          async (text) => (await pool.query<{ now: Date }>({ text, query_timeout: TIMEOUT_MS })).rows,
        ),
    },
    DatabaseRetentionClock,
    { provide: RetentionClock, useExisting: DatabaseRetentionClock },
  ],
  exports: [Clock, ExpiryClock, RetentionClock],
})
export class ClockModule {
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
