import type { OutgoingHttp } from '../outgoing-http.js';
import { createJsonRequest, postAttempt } from '../post-attempt.js';
import type { Protocol } from '../protocol.js';
import { classify, explainRefusal } from './classify.js';
import { render } from './render.js';

interface TeamsOptions {
  readonly url: string;
}

export const OPTIONS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: {
      type: 'string',
      maxLength: 2048,
      pattern: '^https?://[^\\s]+$',
      writeOnly: true,
      description:
        'The URL of a workflow with the trigger "When a Teams webhook request is received", for which "Anyone" can ' +
        'trigger the flow, like https://….environment.api.powerplatform.com/powerautomate/…. Anyone who knows the URL ' +
        'can post, so it is stored encrypted and shown as `***`.',
    },
  },
} as const;

/** Posts a card for each change. */
export function createTeamsProtocol(http: OutgoingHttp): Protocol {
  return {
    protocol_id: 'teams',
    name: 'Microsoft Teams',
    description:
      'Posts each change as an Adaptive Card to a chat or channel, through the webhook of a workflow.',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: false,
    sendsEveryChange: false,
    takesTemplate: 'wording',
    showsActions: true,
    // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using: four a second.
    perSecond: 4,

    async checkOptions(options) {
      const reason = await http.refusal((options as unknown as TeamsOptions).url);
      return reason === undefined ? [] : [{ option: 'url', reason }];
    },

    preview: render,

    send(outgoing) {
      const { url } = outgoing.options as unknown as TeamsOptions;
      return postAttempt(http, createJsonRequest(url, render(outgoing)), (response, now) =>
        explainRefusal(classify(response, now), response, url),
      );
    },
  };
}
