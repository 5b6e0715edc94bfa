import { Injectable } from '@nestjs/common';
import { DURATION_BUCKETS, Histogram } from '#shared/kernel/histogram.js';
import { RefusalTotals } from '../domain/refusal-totals.js';

const DELIVERY_BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2000];
const BYTE_BUCKETS = [1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304];

@Injectable()
export class IntakeCounters {
  accepted = 0;
  /** Bytes of deliveries that were received and are not on disk yet. */
  waitingBytes = 0;
  unwritten = 0;
  limited = 0;
  readonly refusals = new RefusalTotals();
  readonly flushSeconds = new Histogram(DURATION_BUCKETS);
  readonly segmentDeliveries = new Histogram(DELIVERY_BUCKETS);
  readonly segmentBytes = new Histogram(BYTE_BUCKETS);
}
