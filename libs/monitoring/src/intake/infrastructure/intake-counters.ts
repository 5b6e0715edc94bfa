import { Injectable } from '@nestjs/common';
import { SECONDS, Histogram } from '#shared/kernel/histogram.js';

const DELIVERIES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2000];
const BYTES = [1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304];

@Injectable()
export class IntakeCounters {
  accepted = 0;
  /** Of bodies, read but not on disk yet. */
  waitingBytes = 0;
  /** Could be written neither to the database nor to the spool. */
  unwritten = 0;
  /** Refused because the webhook is at its own limit. */
  limited = 0;
  /** How often another server of the database had taken over, or it was restored. */
  failOvers = 0;
  /** Deliveries that were missing then and were written again. */
  restored = 0;
  /** Deliveries that were missing then and are not kept any more. */
  lost = 0;
  readonly flushSeconds = new Histogram(SECONDS);
  readonly segmentDeliveries = new Histogram(DELIVERIES);
  readonly segmentBytes = new Histogram(BYTES);
}
