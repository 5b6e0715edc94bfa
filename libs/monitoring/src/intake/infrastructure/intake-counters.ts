import { Injectable } from '@nestjs/common';
import { DURATION_BUCKETS, Histogram } from '#shared/kernel/histogram.js';

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

/** Webhooks that are named for one status. Requests without a valid key fill only the statuses that they can get. */
const MAX_WEBHOOKS = 200;
const OTHERS = 'other';

/** Counts the refused deliveries of this process, by webhook and status. Further webhooks share a name. */
export class RefusalTotals {
  private readonly statuses = new Map<number, Map<string, number>>();

  add(webhook_id: string, status: number): void {
    const webhooks = this.statuses.get(status) ?? new Map<string, number>();
    this.statuses.set(status, webhooks);
    const name = webhooks.has(webhook_id) || webhooks.size < MAX_WEBHOOKS ? webhook_id : OTHERS;
    webhooks.set(name, (webhooks.get(name) ?? 0) + 1);
  }

  list(): readonly { readonly webhook_id: string; readonly status: number; readonly count: number }[] {
    return [...this.statuses].flatMap(([status, webhooks]) =>
      [...webhooks].map(([webhook_id, count]) => ({ webhook_id, status, count })),
    );
  }
}
