import { classifyHttp } from '../classify-http.js';
import type { Verdict } from '../domain/verdict.js';
import type { HttpResponse } from '../outgoing-http.js';

/** Classifies a response. Webhooks of connectors answer 200 even if Teams refuses the card, and say so in the body. */
export function classify(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  const refused = /returned HTTP error (\d{3})\b/.exec(response.text)?.[1];
  if (verdict.outcome !== 'sent' || refused === undefined) return verdict;
  return classifyHttp({ ...response, status: Number(refused) }, now);
}
