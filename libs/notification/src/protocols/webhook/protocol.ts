import type { AddressOptions } from '../address-options.js';
import { classifyHttp } from '../classify-http.js';
import type { OutgoingHttp } from '../outgoing-http.js';
import { postAttempt } from '../post-attempt.js';
import type { Protocol } from '../protocol.js';
import { render } from './render.js';
import { OPTIONS_SCHEMA } from './schema.js';

/** Posts each change as a signed request to an address. */
export function createWebhookProtocol(http: OutgoingHttp): Protocol {
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

    send: (outgoing) => postAttempt(http, render(outgoing), classifyHttp),
  };
}
