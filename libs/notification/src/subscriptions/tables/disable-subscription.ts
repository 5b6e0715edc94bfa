import type { Pool } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/record-change.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { dropIdleCursor, lockSubscriptions } from './sync-cursor.js';

const ACTION = 'notification.subscription.disable';

/**
 * Disables a subscription on behalf of the service, with a reason. Does nothing if it is already disabled. Uses a transaction
 * of its own: in that of the fan-out or the sender, locks would be taken in another order.
 * @param subscription its `subscription_id` is a uuid
 */
export async function disableSubscription(
  pool: Pool,
  { subscription_id, domain_id }: { readonly subscription_id: string; readonly domain_id: string },
  reason: string,
): Promise<void> {
  const scope: Scope = {
    domain_id,
    user_id: null,
    role: 'ADMIN',
    root: false,
    origin: { action: ACTION, api_key_id: null, address: '' },
  };
  await inTransaction(pool, async (client) => {
    await lockSubscriptions(client, domain_id);
    const { rowCount } = await client.query(
      `update subscription set state = 'DISABLED', state_reason = $3,
         updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
       where subscription_id = $1 and domain_id = $2 and state = 'ENABLED' and deleted_at is null`,
      [subscription_id, domain_id, reason],
    );
    if (rowCount === 0) return;
    await dropIdleCursor(client, domain_id);
    await recordChange(client, scope, 'subscription', formatId('subscription', subscription_id));
  });
}
