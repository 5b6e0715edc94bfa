import { NoAnswerError, type OutgoingHttp } from '../outgoing-http.js';
import type { AttemptResult, Outgoing, Protocol } from '../protocol.js';
import { classify } from './classify.js';
import { render } from './render.js';
import { OPTIONS_SCHEMA, type WebhookOptions } from './schema.js';

/** Every change as a signed request to an address. */
export function webhookProtocol(http: OutgoingHttp): Protocol {
  return {
    protocol_id: 'webhook',
    name: 'Webhook',
    description:
      'Posts each change as JSON to an address, signed by [Standard Webhooks](https://www.standardwebhooks.com).',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: true,

    async checkOptions(options) {
      const reason = await http.refusal((options as unknown as WebhookOptions).url);
      return reason === undefined ? [] : [{ option: 'url', reason }];
    },

    async send(outgoing: Outgoing): Promise<AttemptResult> {
      const { url, headers, body } = render(outgoing);
      try {
        const answer = await http.post(url, headers, body);
        return { verdict: classify(answer, new Date()), status: answer.status, answer: answer.text };
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        const { message: reason, nothingLeft } = error;
        return { verdict: { outcome: 'retry', reason, nothingLeft }, status: null, answer: null };
      }
    },
  };
}
