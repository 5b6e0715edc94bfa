import { Injectable } from '@nestjs/common';
import { Histogram } from '#shared/kernel/histogram.js';
import type { Verdict } from '../../protocols/domain/verdict.js';

/** Upper bounds of the buckets in seconds, from a receiver nearby to one that was unavailable for a day. */
const LAG_BUCKETS_SECONDS = [
  0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400,
];

/** Counts what this process has sent and held back, for its metrics. */
@Injectable()
export class DeliveryCounters {
  /** Attempts by protocol and outcome. */
  readonly attempts = new Map<string, Map<Verdict['outcome'], number>>();
  /** Notifications that had to wait because the quota is used up, by protocol. */
  readonly overQuota = new Map<string, number>();
  /** Notifications that inhibitions have held back. */
  inhibited = 0;
  /** Seconds from the change of an alert until its notification was sent. */
  readonly lag = new Histogram(LAG_BUCKETS_SECONDS);

  countAttempt(protocol_id: string, outcome: Verdict['outcome'], changed_at: string, now: number): void {
    const outcomes = this.attempts.get(protocol_id) ?? new Map<Verdict['outcome'], number>();
    this.attempts.set(protocol_id, outcomes);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome === 'sent') this.lag.add(Math.max(0, now - Date.parse(changed_at)) / 1000);
  }

  countRefusals(protocols: readonly string[]): void {
    for (const protocol_id of protocols)
      this.overQuota.set(protocol_id, (this.overQuota.get(protocol_id) ?? 0) + 1);
  }
}
