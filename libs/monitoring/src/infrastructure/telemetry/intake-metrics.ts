import { Inject, Injectable } from '@nestjs/common';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { IngestLimits } from '../delivery-log/postgres-delivery-log.js';
import { DeliverySpool } from '../delivery-log/spool/delivery-spool.js';
import { IntakeFigures } from './intake-figures.js';

/** What an API process tells of accepting deliveries. */
@Injectable()
export class IntakeMetrics {
  constructor(
    @Inject(Metrics) metrics: Metrics,
    @Inject(IntakeFigures) figures: IntakeFigures,
    @Inject(IngestLimits) limits: IngestLimits,
    @Inject(DeliverySpool) spool: DeliverySpool,
  ) {
    const one = (value: () => number) => () => [{ value: value() }];
    metrics.counter(
      'tocsin_deliveries_accepted_total',
      'Deliveries that are on disk and were answered so.',
      one(() => figures.accepted),
    );
    metrics.counter(
      'tocsin_deliveries_unwritten_total',
      'Deliveries that neither the database nor the spool took; their senders were told to come again.',
      one(() => figures.unwritten),
    );
    metrics.counter(
      'tocsin_deliveries_limited_total',
      "Deliveries refused because their webhook is at its own limit; among the refused for 'unavailable'.",
      one(() => figures.limited),
    );
    metrics.histogram(
      'tocsin_flush_duration_seconds',
      'From the gathering of deliveries until they are on disk.',
      () => [{ spread: figures.flushSeconds }],
    );
    metrics.histogram('tocsin_segment_deliveries', 'Deliveries of one webhook written in one row.', () => [
      { spread: figures.segmentDeliveries },
    ]);
    metrics.histogram('tocsin_segment_bytes', 'Bytes of such a row, compressed.', () => [
      { spread: figures.segmentBytes },
    ]);
    metrics.gauge(
      'tocsin_intake_waiting_bytes',
      'Bytes of bodies that wait to be written.',
      one(() => figures.waitingBytes),
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
      one(() => Number(spool.isFull)),
    );
  }
}
