import { IsNull, type EntityManager } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { Webhook } from '../webhooks/domain/webhook.js';

/**
 * Reads a webhook and locks it against changes until the end of the transaction.
 * @throws ERROR_NOT_FOUND
 */
export async function lockWebhook(
  manager: EntityManager,
  scope: Scope,
  webhook_id: string,
): Promise<Webhook> {
  const webhook = await manager.findOne(Webhook, {
    where: { webhook_id, domain_id: scope.domain_id, deleted_at: IsNull() },
    lock: { mode: 'pessimistic_write' },
  });
  if (webhook === null) throw DomainError.notFound('The webhook', webhook_id);
  return webhook;
}
