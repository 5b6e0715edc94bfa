import { classifyHttp } from '../classify-http.js';
import type { Verdict } from '../domain/verdict.js';
import type { HttpResponse } from '../outgoing-http.js';

/** Classifies a response: 202 is accepted, 400 is an invalid event, 429 and 5xx may succeed later. The body has the reason. */
export function classify(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  const detail = extractDetail(response.body);
  if (verdict.outcome === 'sent' || detail === undefined) return verdict;
  return { ...verdict, reason: `${verdict.reason}: ${detail}` };
}

function extractDetail(body: string): string | undefined {
  try {
    const { message, errors = [] } = JSON.parse(body) as { message?: unknown; errors?: readonly unknown[] };
    const details = [message, ...errors].filter((each) => typeof each === 'string');
    return details.length === 0 ? undefined : details.join('; ').slice(0, 200);
  } catch {
    return undefined;
  }
}
