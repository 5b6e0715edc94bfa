import { Webhook } from 'standardwebhooks';
import { HOPS_HEADER } from '#shared/kernel/hops.js';
import type { AddressOptions } from '../address-options.js';
import type { RenderedRequest } from '../post-attempt.js';
import type { Outgoing } from '../protocol.js';

/**
 * Renders a request of Standard Webhooks 1.0, with a signature for each valid secret.
 * @param hops how often the message is passed on with this request
 */
export function render(
  { notification_id, message, body: templateResult, options, signing_secrets, at }: Outgoing,
  hops: number,
): RenderedRequest {
  const { url, headers = {} } = options as unknown as AddressOptions;
  const body = JSON.stringify(templateResult ?? message);
  const signatures = signing_secrets.map((secret) => new Webhook(secret).sign(notification_id, at, body));
  return {
    url,
    headers: {
      ...headers,
      'content-type': 'application/json',
      [HOPS_HEADER]: String(hops),
      'webhook-id': notification_id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
    body: Buffer.from(body),
  };
}
