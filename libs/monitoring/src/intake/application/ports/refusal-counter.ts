import type { DeliveryTarget } from './delivery-log.js';

export interface RefusedWebhook extends DeliveryTarget {
  readonly webhook_id: string;
}

export interface Refusal {
  /** The status of the response. */
  readonly status: number;
  /** Contains no access key and no path. */
  readonly reason: string;
}

/** Counts, in the health of a webhook, the deliveries that were refused. */
export abstract class RefusalCounter {
  /** Returns at once and never throws. The count is written to the database shortly after. */
  abstract count(webhook: RefusedWebhook, refusal: Refusal): void;
}
