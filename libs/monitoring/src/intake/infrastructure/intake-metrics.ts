import { readdir } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { IngestLimits } from './delivery-log/postgres-delivery-log.js';
import { DeliverySpool, SpoolOptions } from './delivery-log/spool/delivery-spool.js';
import type { SetAsideReason } from './delivery-log/spool/spool-files.js';
import { IntakeCounters } from './intake-counters.js';

const REASONS: readonly SetAsideReason[] = ['damaged', 'refused', 'torn', 'unreadable'];

@Injectable()
export class IntakeMetrics {
  constructor(
    metrics: Metrics,
    counters: IntakeCounters,
    limits: IngestLimits,
    spool: DeliverySpool,
    options: SpoolOptions,
  ) {
    const single = (value: () => number) => () => [{ value: value() }];
    metrics.counter(
      'tocsin_deliveries_accepted_total',
      'Deliveries that are on disk and were acknowledged.',
      single(() => counters.accepted),
    );
    metrics.counter(
      'tocsin_deliveries_unwritten_total',
      'Deliveries that neither the database nor the spool took; answered 503.',
      single(() => counters.unwritten),
    );
    metrics.counter(
      'tocsin_deliveries_limited_total',
      "Deliveries refused by the limits of their webhook; included in those refused as 'unavailable'.",
      single(() => counters.limited),
    );
    metrics.counter(
      'tocsin_webhook_refused_total',
      'Deliveries refused at the address of a webhook, by status; per status at most 200 webhooks are named.',
      () =>
        counters.refusals.list().map(({ webhook_id, status, count }) => ({
          labels: { webhook_id, status: String(status) },
          value: count,
        })),
    );
    metrics.histogram(
      'tocsin_flush_duration_seconds',
      'Time from the start of a flush until its deliveries are on disk.',
      () => [{ histogram: counters.flushSeconds }],
    );
    metrics.histogram('tocsin_segment_deliveries', 'Deliveries in a segment.', () => [
      { histogram: counters.segmentDeliveries },
    ]);
    metrics.histogram('tocsin_segment_bytes', 'Compressed bytes of a segment.', () => [
      { histogram: counters.segmentBytes },
    ]);
    metrics.gauge(
      'tocsin_intake_waiting_bytes',
      'Bytes of bodies waiting to be written.',
      single(() => counters.waitingBytes),
    );
    metrics.gauge(
      'tocsin_intake_memory_bytes',
      'Maximum bytes of bodies waiting to be written; more are refused.',
      single(() => limits.memoryBytes),
    );
    metrics.gauge(
      'tocsin_spool_bytes',
      'Bytes in the spool of this process.',
      single(() => spool.bytes),
    );
    metrics.gauge(
      'tocsin_spool_active',
      '1 while deliveries go to the spool.',
      single(() => Number(spool.isActive)),
    );
    metrics.gauge(
      'tocsin_spool_full',
      '1 while the spool is full.',
      single(() => Number(spool.health.isFull)),
    );
    metrics.gauge(
      'tocsin_spool_unusable',
      '1 while the spool cannot be written for a reason other than a full disk.',
      single(() => Number(spool.health.obstacle !== undefined)),
    );
    metrics.counter(
      'tocsin_spool_lost_deliveries_total',
      'Deliveries acknowledged from a spool that could not be read again.',
      single(() => spool.health.lost),
    );
    metrics.gauge(
      'tocsin_spool_kept_files',
      'Files in SPOOL_DIR that were damaged or that the database refused.',
      async () =>
        options.spool === null
          ? []
          : (await countSetAside(options.spool.dir)).map(({ reason, files }) => ({
              labels: { why: reason },
              value: files,
            })),
    );
  }
}

/**
 * Counts the files that all processes set aside for an operator.
 * @throws when the folder cannot be read
 */
async function countSetAside(root: string): Promise<{ reason: SetAsideReason; files: number }[]> {
  const names = await readdir(root, { recursive: true });
  return REASONS.map((reason) => ({
    reason,
    files: names.filter((name) => name.endsWith(`.spool.${reason}`)).length,
  }));
}
