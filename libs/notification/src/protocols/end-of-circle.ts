import { Logger } from '@nestjs/common';
import { MAX_HOPS } from '#shared/kernel/hops.js';
import { NegativeCache } from '#shared/kernel/negative-cache.js';
import type { AttemptResult } from './protocol.js';

const REASON =
  `not sent: its alert comes from a notification that was passed on ${MAX_HOPS} times already. ` +
  'Subscriptions and webhooks form a circle: let one of them leave out these alerts';
const LOG_INTERVAL_MS = 60_000;

/** Ends circles of subscriptions and webhooks: refuses to pass a message on too often, and logs it once a minute. */
export class EndOfCircle {
  private readonly logger = new Logger('Notifications');
  private readonly logged = new NegativeCache<true>(undefined, LOG_INTERVAL_MS);

  /** @param hops including this one */
  check(subscription_id: string, hops: number): AttemptResult | undefined {
    if (hops <= MAX_HOPS) return undefined;
    if (this.logged.find(subscription_id) === undefined) this.logger.warn(REASON, { subscription_id });
    this.logged.add(subscription_id, true);
    return { verdict: { outcome: 'failed', reason: REASON, nothingLeft: true }, status: null, answer: null };
  }
}
