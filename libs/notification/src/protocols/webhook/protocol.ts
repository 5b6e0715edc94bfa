import type { PostedDeliveries } from '#monitoring/contracts/posted-deliveries.js';
import type { AddressOptions } from '../address-options.js';
import { classifyHttp } from '../classify-http.js';
import { EndOfCircle } from '../end-of-circle.js';
import { TIMEOUT_MS, type OutgoingHttp } from '../outgoing-http.js';
import { postAttempt } from '../post-attempt.js';
import type { Protocol } from '../protocol.js';
import type { SentMessage } from '../sent-message.js';
import { render } from './render.js';
import { OPTIONS_SCHEMA } from './schema.js';

/** Posts each change as a signed request to an address. */
export function createWebhookProtocol(
  http: OutgoingHttp,
  deliveries: Pick<PostedDeliveries, 'findHops'>,
): Protocol {
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

    async checkOptions(options) {
      const reason = await http.refusal((options as unknown as AddressOptions).url);
      return reason === undefined ? [] : [{ option: 'url', reason }];
    },

    async send(outgoing) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const hops = 1 + (await findHops(deliveries, outgoing.message));
      return (
        circle.check(outgoing.subscription_id, hops) ??
        postAttempt(http, render(outgoing, hops), classifyHttp, signal)
      );
    },
  };
}

/** Returns how often the alarm behind a message was passed on before. */
async function findHops(
  deliveries: Pick<PostedDeliveries, 'findHops'>,
  { data }: SentMessage,
): Promise<number> {
  if (!('alert' in data) || data.change.event_id === null) return 0;
  return deliveries.findHops(data.alert.domain_id, data.change.event_id);
}
