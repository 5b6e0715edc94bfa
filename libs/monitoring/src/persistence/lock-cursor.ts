import type { ClientBase } from 'pg';
import type { DeliveryTarget } from '../intake/application/ports/delivery-log.js';
import { list } from '#shared/platform/persistence/array-parameters.js';

/**
 * Before anything else in a transaction that may write events. The lock tells readers of the feed, before the
 * transaction has a number, that they have to wait for it; it keeps no other writer out. On several machines all
 * transactions are waited for.
 */
export const LOCK_FEED = 'lock table event_feed in row exclusive mode';

/**
 * Held with the row, and taken first: a transaction gets its number with its first row lock, so that of two which write of
 * one webhook the later one has the higher number.
 * @param uuid of the webhook, in SQL
 */
export const advisoryLockOf = (uuid: string) => `hashtextextended(${uuid}::text, 0)`;

/**
 * Whoever writes events, alerts or states of a webhook holds its row in `webhook_cursor`, and takes it before any other
 * row, beside those who only see to it that it stays. Not waited for: whoever holds the row looks for new segments once more after it let go.
 * @param webhooks of one domain
 * @returns those that are held now, and whether anything was decided of their alerts
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
        select uuid from unnest($2::uuid[]) as uuid where pg_try_advisory_xact_lock(${advisoryLockOf('uuid')})
      )) for no key update skip locked`,
    values: [webhooks[0]?.domain_id, list(webhooks.map(({ uuid }) => uuid))],
  });
  return new Map(rows.map(({ webhook_id, has_decisions }) => [webhook_id, has_decisions]));
}

export async function lockCursor(client: ClientBase, webhook: DeliveryTarget): Promise<boolean> {
  return (await lockCursors(client, [webhook])).has(webhook.uuid);
}
