import { IsNull, type EntityManager, type FindOneOptions } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { selectWithout } from '#shared/platform/persistence/select-without.js';
import { Webhook } from '../webhooks/domain/webhook.js';

const SECRETS = ['access_key', 'secret_options', 'signing_secrets'] as const;
export type WebhookSecret = (typeof SECRETS)[number];

/**
 * Reads a webhook and locks it against changes until the end of the transaction.
 * @throws ERROR_NOT_FOUND; ERROR_UNAVAILABLE if its secrets cannot be decrypted
 */
export async function lockWebhook(
  manager: EntityManager,
  { domain_id }: Scope,
  webhook_id: string,
  selected: Pick<FindOneOptions<Webhook>, 'select'> = {},
): Promise<Webhook> {
  const webhook = await manager.findOne(Webhook, {
    ...selected,
    where: { webhook_id, domain_id, deleted_at: IsNull() },
    lock: { mode: 'pessimistic_write' },
  });
  if (webhook === null) throw DomainError.notFound('The webhook', webhook_id);
  return webhook;
}

/** As {@link lockWebhook}, but does not read the secrets, so that they need not be readable. */
export function lockWebhookWithoutSecrets(
  manager: EntityManager,
  scope: Scope,
  webhook_id: string,
): Promise<Omit<Webhook, WebhookSecret>> {
  return lockWebhook(manager, scope, webhook_id, selectWithout(manager, Webhook, SECRETS));
}
