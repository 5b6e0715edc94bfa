import { Injectable } from '@nestjs/common';

export const INBOUND_OUTCOMES = [
  'acted',
  'noted',
  'ignored',
  'unknown_address',
  'forged',
  'disabled',
  'invalid',
  'failed',
] as const;
export type CountedOutcome = (typeof INBOUND_OUTCOMES)[number];

/** Counts the webhooks of receivers that this process got, for its metrics. */
@Injectable()
export class InboundCounters {
  readonly webhooks = new Map<CountedOutcome, number>();

  count(outcome: CountedOutcome): void {
    this.webhooks.set(outcome, (this.webhooks.get(outcome) ?? 0) + 1);
  }
}
