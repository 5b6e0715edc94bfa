import type { Scope } from '#shared/kernel/scope.js';
import type { Webhook } from '../../domain/webhook.js';

export type GivenField = 'webhook_id' | 'access_key';

/** Never finds a webhook of another domain, nor a deleted one. */
export abstract class WebhookRepository {
  /**
   * @param given which of these the caller gave; they may be those of a webhook of any domain
   * @throws ERROR_NOT_UNIQUE naming `name` or one of `given`
   */
  abstract add(scope: Scope, webhook: Webhook, given?: readonly GivenField[]): Promise<void>;

  /**
   * Loads and locks a webhook and calls `change`. If that returns true, the webhook is stored and every process is informed.
   * @throws ERROR_NOT_FOUND, ERROR_NOT_UNIQUE naming `name`, and what `change` throws
   */
  abstract change(scope: Scope, webhook_id: string, change: (webhook: Webhook) => boolean): Promise<void>;

  /**
   * As {@link change}, without the secrets of the webhook, so that one whose secrets cannot be decrypted can be disabled and
   * deleted.
   */
  abstract changeState(
    scope: Scope,
    webhook_id: string,
    change: (webhook: Pick<Webhook, 'disable' | 'delete'>) => boolean,
  ): Promise<void>;

  /** @throws ERROR_NOT_FOUND */
  abstract find(scope: Scope, webhook_id: string): Webhook | Promise<Webhook>;
}
