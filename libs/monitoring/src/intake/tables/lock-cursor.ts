import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { Scope } from '#shared/kernel/scope.js';
import { lockRecord } from '#shared/platform/persistence/record-writes.js';
import type { DeliveryTarget } from '../application/ports/delivery-log.js';
import { Webhook } from '../../webhooks/domain/webhook.js';

const SECRETS = ['access_key', 'secret_options', 'signing_secrets'] as const;
export type WebhookSecret = (typeof SECRETS)[number];

/**
 * Reads a webhook and locks it against changes until the end of the transaction.
 * @throws ERROR_NOT_FOUND; ERROR_UNAVAILABLE if its secrets cannot be decrypted
 */
export function lockWebhook(
  manager: EntityManager,
  { domain_id }: Scope,
  webhook_id: string,
  leftOut: readonly WebhookSecret[] = [],
): Promise<Webhook> {
  // Without the version that the caller expects: it may be that of a record of the webhook.
  return lockRecord(manager, { domain_id }, Webhook, { webhook_id }, 'The webhook', leftOut);
}

/** As {@link lockWebhook}, but does not read the secrets, so that they need not be readable. */
export function lockWebhookWithoutSecrets(
  manager: EntityManager,
  scope: Scope,
  webhook_id: string,
): Promise<Omit<Webhook, WebhookSecret>> {
  return lockWebhook(manager, scope, webhook_id, SECRETS);
}

/**
 * The first statement of a transaction that may write events. By this lock, readers of the feed know that they have to
 * wait for the transaction, before it has a transaction number. The lock does not block other writers. On a cluster,
 * readers wait for all transactions.
 */
export const LOCK_FEED = 'lock table event_feed in row exclusive mode';

/**
 * The advisory lock of a webhook, which is taken before its row. A transaction gets its number with its first row lock,
 * so of two writers of one webhook, the later one has the higher number.
 * @param uuidSql the SQL expression of the webhook's uuid
 */
export const advisoryLockKey = (uuidSql: string) => `hashtextextended(${uuidSql}::text, 0)`;

/**
 * Locks the rows of webhooks in `webhook_cursor`. Every writer of events, alerts or states of a webhook takes this lock
 * before any other row; a key share lock of another transaction does not conflict. Locked rows are skipped: their owner
 * looks for new segments once more after it releases the lock.
 * @param webhooks of one domain
 * @returns the webhooks that are locked now, and whether any decision was stored for their alerts
 */
export async function lockCursors(
  client: ClientBase,
  webhooks: readonly DeliveryTarget[],
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await client.query<{ webhook_id: string; has_decisions: boolean }>({
    name: 'lock cursors',
    text: `
      select webhook_id, has_decisions from webhook_cursor
      where domain_id = $1 and webhook_id = any (array(
        select uuid from unnest($2::uuid[]) as uuid where pg_try_advisory_xact_lock(${advisoryLockKey('uuid')})
      )) for no key update skip locked`,
    values: [webhooks[0]?.domain_id, encodeUuids(webhooks.map(({ uuid }) => uuid))],
  });
  return new Map(rows.map(({ webhook_id, has_decisions }) => [webhook_id, has_decisions]));
}

export async function lockCursor(client: ClientBase, webhook: DeliveryTarget): Promise<boolean> {
  return (await lockCursors(client, [webhook])).has(webhook.uuid);
}
