import { Command } from '@nestjs/cqrs';
import type { DeliveryTarget } from './ports/delivery-log.js';

export interface RefusedWebhook extends DeliveryTarget {
  readonly webhook_id: string;
}

export interface Refusal {
  /** The status of the response. */
  readonly status: number;
  /** Contains no access key and no path. */
  readonly reason: string;
}

/** Counts a refused delivery in the health of its webhook. The count is written to the database shortly after. */
export class CountRefusal extends Command<void> {
  /** @param webhook its id if the request reached no route, so that nobody looked for the webhook */
  constructor(
    readonly webhook: RefusedWebhook | string,
    readonly refusal: Refusal,
  ) {
    super();
  }
}
