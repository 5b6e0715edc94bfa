import type { Delivery } from '../../domain/delivery.js';
import type { DeliveryTarget } from '../../../intake/application/ports/delivery-log.js';

export abstract class Quarantine {
  /**
   * Keeps the beginning of a body that could not be read, so that the operator can see what arrived. Bounded per
   * webhook: beyond that it is only counted; and while one is being kept, others pass.
   */
  abstract keepUnreadable(
    target: DeliveryTarget & { readonly project_id: string },
    delivery: Omit<Delivery, 'received_at'>,
    reason: string,
  ): Promise<void>;
}
