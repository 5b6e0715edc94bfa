import { Injectable } from '@nestjs/common';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { IngestLimits } from './delivery-log/postgres-delivery-log.js';
import { DeliverySpool, SpoolOptions } from './delivery-log/spool/delivery-spool.js';
import { countKeptFiles } from './delivery-log/spool/kept-files.js';
import { IntakeCounters } from './intake-counters.js';

/** What an API process tells of accepting deliveries. */
@Injectable()
export class IntakeMetrics {
  constructor(
    metrics: Metrics,
    counters: IntakeCounters,
    limits: IngestLimits,
    spool: DeliverySpool,
    options: SpoolOptions,
  ) {
    const one = (value: () => number) => () => [{ value: value() }];
    metrics.counter(
      'tocsin_deliveries_accepted_total',
      'Deliveries that are on disk and were answered so.',
      one(() => counters.accepted),
    );
    metrics.counter(
      'tocsin_deliveries_unwritten_total',
      'Deliveries that neither the database nor the spool took; their senders were told to come again.',
      one(() => counters.unwritten),
    );
    metrics.counter(
      'tocsin_deliveries_limited_total',
      "Deliveries refused because their webhook is at its own limit; among the refused for 'unavailable'.",
      one(() => counters.limited),
    );
    metrics.counter(
      'tocsin_database_failovers_total',
      'How often another server of the database had taken over, or it was restored.',
      one(() => counters.failOvers),
    );
    metrics.counter(
      'tocsin_deliveries_restored_total',
      'Acknowledged deliveries that were missing after that, and were written again.',
      one(() => counters.restored),
    );
    metrics.counter(
      'tocsin_deliveries_lost_total',
      'Acknowledged deliveries that were missing after that, and could not be written again.',
      one(() => counters.lost),
    );
    metrics.histogram(
      'tocsin_flush_duration_seconds',
      'From the gathering of deliveries until they are on disk.',
      () => [{ histogram: counters.flushSeconds }],
    );
    metrics.histogram('tocsin_segment_deliveries', 'Deliveries of one webhook written in one row.', () => [
      { histogram: counters.segmentDeliveries },
    ]);
    metrics.histogram('tocsin_segment_bytes', 'Bytes of such a row, compressed.', () => [
      { histogram: counters.segmentBytes },
    ]);
    metrics.gauge(
      'tocsin_intake_waiting_bytes',
      'Bytes of bodies that wait to be written.',
      one(() => counters.waitingBytes),
    );
    metrics.gauge(
      'tocsin_intake_memory_bytes',
      'Bytes of bodies that may wait; more is refused.',
      one(() => limits.memoryBytes),
    );
    metrics.gauge(
      'tocsin_spool_bytes',
      'Bytes in the spool of this process.',
      one(() => spool.bytes),
    );
    metrics.gauge(
      'tocsin_spool_active',
      '1 while deliveries go to the spool.',
      one(() => Number(spool.isActive)),
    );
    metrics.gauge(
      'tocsin_spool_full',
      '1 while the spool takes no more.',
      one(() => Number(spool.health.isFull)),
    );
    metrics.gauge(
      'tocsin_spool_unusable',
      '1 while the disk of the spool does not let it be written, for another cause than room.',
      one(() => Number(spool.health.obstacle !== undefined)),
    );
    metrics.counter(
      'tocsin_spool_lost_deliveries_total',
      'Deliveries that were acknowledged from a spool and could not be read again.',
      one(() => spool.health.lost),
    );
    metrics.gauge('tocsin_spool_kept_files', 'Files in SPOOL_DIR that somebody should look at.', async () =>
      options.spool === null
        ? []
        : (await countKeptFiles(options.spool.dir)).map(({ why, files }) => ({
            labels: { why },
            value: files,
          })),
    );
  }
}
