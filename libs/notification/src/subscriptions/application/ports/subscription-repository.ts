import type { Scope } from '#shared/kernel/scope.js';
import type { Subscription } from '../../domain/subscription.js';

/** The subscriptions of each domain. A subscription of another domain, or a deleted one, is not found. */
export abstract class SubscriptionRepository {
  /** Stores a subscription. @param response the response to a repeated request @throws ERROR_NOT_UNIQUE naming `name` */
  abstract add(scope: Scope, subscription: Subscription, response: object): Promise<void>;

  /**
   * Loads a subscription, locks it until `change` has returned, and stores it if `change` returns true. A subscription that
   * becomes enabled is notified of changes from then on.
   * @param toResponse returns the response to a repeated request; called after `change`
   * @throws ERROR_NOT_FOUND, ERROR_NOT_UNIQUE, and the errors of `change`
   */
  abstract change(
    scope: Scope,
    subscription_id: string,
    change: (subscription: Subscription) => boolean,
    toResponse?: () => object,
  ): Promise<void>;

  /**
   * As {@link change}, without the secrets of the subscription, so that one whose secrets cannot be decrypted can be disabled
   * and deleted.
   */
  abstract changeState(
    scope: Scope,
    subscription_id: string,
    change: (subscription: Pick<Subscription, 'disable' | 'delete'>) => boolean,
  ): Promise<void>;

  /** @throws ERROR_NOT_FOUND */
  abstract find(scope: Scope, subscription_id: string): Promise<Subscription>;
}
