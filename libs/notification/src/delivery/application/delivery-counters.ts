import { Injectable } from '@nestjs/common';
import { Histogram } from '#shared/kernel/histogram.js';
import type { Verdict } from '../../protocols/domain/verdict.js';

/** Seconds, from a receiver next door to one that was away for a day. */
const LAG = [0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400];

/** What this process sent. */
@Injectable()
export class DeliveryCounters {
  /** By protocol and outcome. */
  readonly attempts = new Map<string, Map<Verdict['outcome'], number>>();
  /** By protocol: what waits, as the quota is used up. */
  readonly overQuota = new Map<string, number>();
  /** From the change of an alert until it was sent. */
  readonly lag = new Histogram(LAG);

  attempted(protocol_id: string, outcome: Verdict['outcome'], changed_at: string, now: number): void {
    const outcomes = this.attempts.get(protocol_id) ?? new Map<Verdict['outcome'], number>();
    this.attempts.set(protocol_id, outcomes);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome === 'sent') this.lag.add(Math.max(0, now - Date.parse(changed_at)) / 1000);
  }

  refused(protocols: readonly string[]): void {
    for (const protocol_id of protocols)
      this.overQuota.set(protocol_id, (this.overQuota.get(protocol_id) ?? 0) + 1);
  }
}
