import type { Scope } from '#shared/kernel/scope.js';
import type { Subscription } from '../../domain/subscription.js';

/** A subscription of another domain, or one that was deleted, is never found. */
export abstract class SubscriptionRepository {
  /** @param made what a repeated request is answered by @throws ERROR_NOT_UNIQUE naming `name` */
  abstract add(scope: Scope, subscription: Subscription, made: object): Promise<void>;

  /**
   * Loads a subscription and holds it against other changes until `change` is done; stored when `change` says it changed.
   * What becomes enabled is told of what happens from then on.
   * @param made what a repeated request is answered by, made after the change
   * @throws ERROR_NOT_FOUND, ERROR_NOT_UNIQUE, and what `change` throws
   */
  abstract change(
    scope: Scope,
    subscription_id: string,
    change: (subscription: Subscription) => boolean,
    made?: () => object,
  ): Promise<void>;

  /** @throws ERROR_NOT_FOUND */
  abstract find(scope: Scope, subscription_id: string): Promise<Subscription>;
}
