import { classifyHttp } from '../classify-http.js';
import type { Verdict } from '../domain/verdict.js';
import type { HttpResponse } from '../outgoing-http.js';

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
