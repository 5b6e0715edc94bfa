import type { PostedDeliveries, PostedDelivery } from '#monitoring/contracts/posted-deliveries.js';
import type { AddressOptions } from '../address-options.js';
import { classifyHttp } from '../classify-http.js';
import { EndOfCircle } from '../end-of-circle.js';
import { TIMEOUT_MS, type OutgoingHttp } from '../outgoing-http.js';
import { postAttempt } from '../post-attempt.js';
import type { AttemptResult, Protocol } from '../protocol.js';
import { TEST_TYPE, type SentMessage } from '../sent-message.js';
import { PostDeduplicator } from './post-deduplicator.js';
import { render, renderTest } from './render.js';
import { OPTIONS_SCHEMA } from './schema.js';

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
