import type { PostedDelivery } from '#monitoring/contracts/posted-deliveries.js';
import { HOPS_HEADER } from '#shared/kernel/hops.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { AddressOptions } from '../address-options.js';
import { createJsonRequest, type RenderedRequest } from '../post-attempt.js';
import type { SentMessage } from '../sent-message.js';

/** Renders the delivery of the sender, byte for byte. */
export function render(delivery: PostedDelivery, options: PluginOptions): RenderedRequest {
  const { url, headers = {} } = options as unknown as AddressOptions;
  const { delivery_id, content_type, body, hops } = delivery;
  const type = content_type === '' ? 'application/octet-stream' : content_type;
  return {
    url,
    headers: {
      ...headers,
      'content-type': type,
      [HOPS_HEADER]: String(hops + 1),
      'webhook-id': delivery_id,
    },
    body,
  };
}

/** Renders a test as its JSON message, because there is no delivery behind it. */
export function renderTest(message: SentMessage, options: PluginOptions): RenderedRequest {
  const { url, headers } = options as unknown as AddressOptions;
  return createJsonRequest(url, message, headers);
}
