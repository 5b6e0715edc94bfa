import { Webhook } from 'standardwebhooks';
import { HOPS_INFO } from '#monitoring/contracts/stored-events.js';
import { HOPS_HEADER } from '#shared/kernel/hops.js';
import { isObject } from '#shared/kernel/json.js';
import { type AddressOptions, createAddressSchema } from '../address-options.js';
import { EndOfCircle } from '../end-of-circle.js';
import { TIMEOUT_MS, type OutgoingHttp } from '../outgoing-http.js';
import { classifyHttp, postAttempt, type RenderedRequest } from '../post-attempt.js';
import type { Protocol, Outgoing } from '../protocol.js';
import type { SentMessage } from '../sent-message.js';

export const OPTIONS_SCHEMA = createAddressSchema(
  'The address that notifications are posted to. Example: https://example.com/alerts',
);

/** Posts each change as a signed request to an address. */
export function createWebhookProtocol(http: OutgoingHttp): Protocol {
  const circle = new EndOfCircle();
  return {
    protocol_id: 'webhook',
    name: 'Webhook',
    description:
      'Posts each change as JSON to an address, signed according to [Standard Webhooks](https://www.standardwebhooks.com).',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: true,
    sendsEveryChange: true,
    takesTemplate: true,
    sendsEvent: true,

    async checkOptions(options) {
      const reason = await http.refusal((options as unknown as AddressOptions).url);
      return reason === undefined ? [] : [{ option: 'url', reason }];
    },

    async send(outgoing) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const hops = 1 + countHops(outgoing.message);
      return (
        circle.check(outgoing.subscription_id, hops) ??
        postAttempt(http, render(outgoing, hops), classifyHttp, signal)
      );
    },
  };
}

/** Returns how often the alarm behind a message was passed on before. */
function countHops({ data }: SentMessage): number {
  const info = 'alert' in data ? data.event?.additional_info : undefined;
  return isObject(info) ? Number(info[HOPS_INFO]) || 0 : 0;
}

/**
 * Renders a request of Standard Webhooks 1.0, with a signature for each valid secret.
 * @param hops how often the message is passed on with this request
 */
function render(
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
