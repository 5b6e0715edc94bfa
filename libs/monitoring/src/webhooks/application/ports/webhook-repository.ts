import type { Scope } from '#shared/kernel/scope.js';
import type { Webhook } from '../../domain/webhook.js';

/** Neither a webhook of another domain nor a deleted one is ever found. */
export abstract class WebhookRepository {
  /** @throws ERROR_NOT_UNIQUE naming `name` */
  abstract add(scope: Scope, webhook: Webhook): Promise<void>;

  /**
   * Loads a webhook and holds it against other changes until `change` is done; what `change` says it changed is
   * stored and made known to every process.
   * @throws ERROR_NOT_FOUND, ERROR_NOT_UNIQUE naming `name`, and what `change` throws
   */
  abstract change(scope: Scope, webhook_id: string, change: (webhook: Webhook) => boolean): Promise<void>;

  /** @throws ERROR_NOT_FOUND */
  abstract find(scope: Scope, webhook_id: string): Webhook | Promise<Webhook>;
}
