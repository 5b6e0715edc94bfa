import type { DeliveryTarget } from '../../../intake/application/ports/delivery-log.js';

export abstract class ExpiredAcknowledgements {
  /** Webhooks with open alerts whose acknowledgement is over. */
  abstract find(limit: number): Promise<readonly DeliveryTarget[]>;

  /** Takes them back, up to so many of one webhook. Returns how many; 0 also when another process holds the webhook. */
  abstract takeBack(webhook: DeliveryTarget, limit: number): Promise<number>;
}
