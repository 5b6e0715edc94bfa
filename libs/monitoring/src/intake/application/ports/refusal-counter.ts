import type { DeliveryTarget } from './delivery-log.js';

/** Counts, in the health of a webhook, the deliveries that were refused and never stored. */
export abstract class RefusalCounter {
  /** Returns at once and never throws; what is counted shows soon. */
  abstract count(target: DeliveryTarget, reason: string): void;
}
