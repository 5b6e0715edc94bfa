import type { DeliveryTarget } from './delivery-log.js';

/** Counts, in the health of a webhook, the deliveries that were refused and never stored. */
export abstract class RefusalCounter {
  /** Returns at once and never throws. The count is written to the database shortly after. */
  abstract count(target: DeliveryTarget, reason: string): void;
}
