import { classifyHttp } from '../post-attempt.js';
import type { Verdict } from '../domain/verdict.js';
import type { HttpResponse } from '../outgoing-http.js';

/**
 * Classifies a response: 202 is accepted, 400 is an invalid event, 429 and 5xx may succeed later. The body has the reason, and
 * the status `success` of what was accepted. Other services with the same API give no status.
 */
export function classify(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  const { status, detail } = parseBody(response.body);
  const suffix = detail === undefined ? '' : `: ${detail}`;
  if (verdict.outcome !== 'sent') return { ...verdict, reason: verdict.reason + suffix };
  if (status === undefined || !/^(?:invalid|error|fail|throttle)/i.test(status)) return verdict;
  const reason = `answered ${response.status} with the status ${status.slice(0, 64)}${suffix}`;
  if (!/^throttle/i.test(status)) return { outcome: 'failed', reason };
  return { ...classifyHttp({ ...response, status: 429 }, now), outcome: 'retry', reason };
}

function parseBody(body: string): { readonly status?: string; readonly detail?: string } {
  try {
    const {
      status,
      message,
      errors = [],
    } = JSON.parse(body) as {
      status?: unknown;
      message?: unknown;
      errors?: readonly unknown[];
    };
    const details = [message, ...errors].filter((each) => typeof each === 'string');
    return {
      ...(typeof status === 'string' && { status }),
      ...(details.length > 0 && { detail: details.join('; ').slice(0, 200) }),
    };
  } catch {
    return {};
  }
}
