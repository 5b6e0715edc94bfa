import { classifyHttp } from '../classify-http.js';
import type { Verdict } from '../domain/verdict.js';
import type { HttpAnswer } from '../outgoing-http.js';

/** Classifies a response: 202 is accepted, 400 is an invalid event, 429 and 5xx may succeed later. The body has the reason. */
export function classify(answer: HttpAnswer, now: Date): Verdict {
  const verdict = classifyHttp(answer, now);
  const detail = detailOf(answer.body);
  if (verdict.outcome === 'sent' || detail === undefined) return verdict;
  return { ...verdict, reason: `${verdict.reason}: ${detail}` };
}

function detailOf(body: string): string | undefined {
  try {
    const { message, errors = [] } = JSON.parse(body) as { message?: unknown; errors?: readonly unknown[] };
    const said = [message, ...errors].filter((each) => typeof each === 'string');
    return said.length === 0 ? undefined : said.join('; ').slice(0, 200);
  } catch {
    return undefined;
  }
}
