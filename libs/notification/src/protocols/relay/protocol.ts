import type { PostedDeliveries, PostedDelivery } from '#monitoring/contracts/posted-deliveries.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { HOPS_HEADER } from '#shared/kernel/hops.js';
import { type AddressOptions, createAddressSchema } from '../address-options.js';
import { EndOfCircle } from '../end-of-circle.js';
import { TIMEOUT_MS, type OutgoingHttp } from '../outgoing-http.js';
import { classifyHttp, postAttempt, createJsonRequest, type RenderedRequest } from '../post-attempt.js';
import type { AttemptResult, Protocol } from '../protocol.js';
import { TEST_TYPE, type SentMessage } from '../sent-message.js';
import { PostDeduplicator } from './post-deduplicator.js';

const OPTIONS_SCHEMA = createAddressSchema(
  'The address that deliveries are posted to, as their senders would post them. ' +
    'Example: https://alertmanager.example.com/api/v2/alerts',
);

/** Forwards the deliveries of senders to another tool: each delivery once, however many alerts it changed. */
export function createRelayProtocol(http: OutgoingHttp, deliveries: PostedDeliveries): Protocol {
  const posts = new PostDeduplicator();
  const circle = new EndOfCircle();
  return {
    protocol_id: 'relay',
    name: 'Relay',
    description:
      'Posts the bodies of senders, byte for byte, to another tool, such as the one that the senders posted to before.',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: false,
    sendsEveryChange: true,
    tellsOnlyAlerts: true,

    async checkOptions(options) {
      const reason = await http.refusal((options as unknown as AddressOptions).url);
      return reason === undefined ? [] : [{ option: 'url', reason }];
    },

    async send({ subscription_id, notification_id, message, options }): Promise<AttemptResult> {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      if (message.type === TEST_TYPE)
        return postAttempt(http, renderTest(message, options), classifyHttp, signal);
      const delivery = await findDelivery(deliveries, message);
      if (delivery === undefined) return NO_DELIVERY_RESULT;
      const refusal = circle.check(subscription_id, delivery.hops + 1);
      if (refusal !== undefined) return refusal;
      return posts.postOnce(`${subscription_id} ${delivery.delivery_id}`, notification_id, () =>
        postAttempt(http, render(delivery, options), classifyHttp, signal),
      );
    },
  };
}

const NO_DELIVERY_RESULT: AttemptResult = {
  verdict: { outcome: 'skipped', as: 'CANCELLED', reason: 'no delivery that is kept led to it' },
  status: null,
  answer: null,
};

async function findDelivery(
  deliveries: PostedDeliveries,
  { data }: SentMessage,
): Promise<PostedDelivery | undefined> {
  if (!('alert' in data) || data.change.event_id === null) return undefined;
  return deliveries.findByEvent(data.alert.domain_id, data.change.event_id);
}

/** Renders the delivery of the sender, byte for byte. */
function render(delivery: PostedDelivery, options: PluginOptions): RenderedRequest {
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
function renderTest(message: SentMessage, options: PluginOptions): RenderedRequest {
  const { url, headers } = options as unknown as AddressOptions;
  return createJsonRequest(url, message, headers);
}
