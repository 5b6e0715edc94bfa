import { Webhook } from 'standardwebhooks';
import type { Outgoing } from '../protocol.js';
import type { WebhookOptions } from './schema.js';

export interface RenderedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A request by Standard Webhooks 1.0, with a signature for each secret that is valid. */
export function render({
  notification_id,
  message,
  options,
  signing_secrets,
  at,
}: Outgoing): RenderedRequest {
  const { url, headers = {} } = options as unknown as WebhookOptions;
  const body = JSON.stringify(message);
  const signatures = signing_secrets.map((secret) => new Webhook(secret).sign(notification_id, at, body));
  return {
    url,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'webhook-id': notification_id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
    body: Buffer.from(body),
  };
}
