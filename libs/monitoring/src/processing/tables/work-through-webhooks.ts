import { getLogMessage } from '#shared/kernel/error-message.js';
import { formatId } from '#shared/kernel/ids.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import type { DeliveryTarget, WakeUp } from '../../intake/application/ports/delivery-log.js';
import type { WebhookLog } from '../application/webhook-log.js';

/** After so many such failures in a row the database has failed, not a webhook. */
const MAX_UNAVAILABLE = 3;

/**
 * Works on webhooks of any domain in turn. A webhook whose work fails is warned about, and does not keep the others from their turn.
 * @param work under the lock of the webhook
 */
export async function workThroughWebhooks<Webhook extends DeliveryTarget>(
  webhooks: Iterable<Webhook>,
  work: (webhook: Webhook) => Promise<void>,
  wakeUp: WakeUp,
  log: WebhookLog,
): Promise<void> {
  let unavailable = 0;
  for (const webhook of webhooks) {
    try {
      await work(webhook);
      unavailable = 0;
    } catch (error) {
      unavailable = isDatabaseUnavailable(error) ? unavailable + 1 : 0;
      if (unavailable === MAX_UNAVAILABLE) throw error;
      log.warn(`the webhook is tried again later: ${getLogMessage(error)}`, {
        webhook_id: formatId('webhook', webhook.uuid),
        domain: webhook.domain_id,
      });
    } finally {
      // A worker that found the webhook locked relies on the holder of the lock to look again.
      wakeUp.signalDeliveries([webhook.uuid]);
    }
  }
}
