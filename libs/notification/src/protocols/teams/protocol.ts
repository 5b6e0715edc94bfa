import type { OutgoingHttp, HttpResponse } from '../outgoing-http.js';
import { createJsonRequest, postAttempt, classifyHttp } from '../post-attempt.js';
import type { Protocol } from '../protocol.js';
import { render } from './render.js';
import type { Verdict } from '../domain/verdict.js';

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

/**
 * How a connector begins to report an error with status 200: "Webhook message delivery failed with error: Microsoft Teams endpoint
 * returned HTTP error 429 with ContextId …". Workflows answer 202 with an empty body, or what their author wants, such as the card.
 */
const FAILURE = /^\s*"?Webhook message delivery failed\b/i;

/** Classifies a response. A webhook of a connector answers 200 even if Teams refuses the card, and says so in the body. */
export function classify(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  if (verdict.outcome !== 'sent' || !FAILURE.test(response.text)) return verdict;
  const refused = /\bHTTP error (\d{3})\b/.exec(response.text)?.[1];
  // Without a status Teams could not be reached.
  if (refused === undefined)
    return { outcome: 'retry', reason: `answered ${response.status} with an error: Teams was not reached` };
  const inner = classifyHttp({ ...response, status: Number(refused) }, now);
  if (inner.outcome === 'sent') return inner;
  return { ...inner, reason: `answered ${response.status} with an error: Teams answered ${refused}` };
}

/** Addresses that Microsoft has ended, with what to do. */
const ENDED_ADDRESSES: readonly (readonly [host: RegExp, remedy: string])[] = [
  // https://learn.microsoft.com/troubleshoot/power-platform/power-automate/flow-run-issues/triggers-troubleshoot
  [
    /\.logic\.azure\.com$/,
    'addresses of workflows at logic.azure.com ended in November 2025: copy the new one from the trigger of the workflow',
  ],
  // https://devblogs.microsoft.com/microsoft365dev/retirement-of-office-365-connectors-within-microsoft-teams/
  [
    /(?:^|\.)(?:webhook\.office|outlook\.office|outlook\.office365)\.com$/,
    'connectors of Microsoft 365 have ended: create a workflow and use its address',
  ],
];
/** https://learn.microsoft.com/power-automate/oauth-authentication */
const FOR_THE_TENANT =
  'choose Anyone for "Who can trigger the flow?" in the trigger of the workflow, and copy its address again';

/** Adds what the user can do to the reason of a final refusal. */
export function explainRefusal(
  verdict: Verdict,
  { status }: Pick<HttpResponse, 'status'>,
  url: string,
): Verdict {
  if (verdict.outcome !== 'failed' && verdict.outcome !== 'gone') return verdict;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const ended = ENDED_ADDRESSES.find(([pattern]) => pattern.test(host))?.[1];
  const remedy = ended ?? (status === 401 || status === 403 ? FOR_THE_TENANT : undefined);
  return remedy === undefined ? verdict : { ...verdict, reason: `${verdict.reason}: ${remedy}` };
}
