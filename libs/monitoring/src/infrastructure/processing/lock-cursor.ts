import type { PoolClient } from 'pg';
import type { DeliveryTarget } from '../../application/ports/delivery-log.js';

/**
 * Whoever writes events, alerts or states of a webhook holds its row in `webhook_cursor`, and takes it before any other
 * row. Not waited for: whoever holds the row looks for new segments once more after it let go.
 */
export async function lockCursor(client: PoolClient, webhook: DeliveryTarget): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'lock cursor',
    text: `select 1 from webhook_cursor where webhook_id = $1 and domain_id = $2 for update skip locked`,
    values: [webhook.uuid, webhook.domain_id],
  });
  return rowCount === 1;
}
