import type { HttpResponse } from './outgoing-http.js';
import type { Verdict } from './domain/verdict.js';

/** 4xx statuses after which the same request may succeed later. */
const RETRYABLE_STATUSES = new Set([408, 425, 429]);
const GONE = 410;
const TOO_MANY_REQUESTS = 429;

/**
 * Classifies an HTTP response: 2xx is sent, 410 disables the subscription, 429 pauses it, redirects and most other 4xx are
 * final.
 */
export function classifyHttp(
  { status, retryAfter }: Pick<HttpResponse, 'status' | 'retryAfter'>,
  now: Date,
): Verdict {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const reason = `answered ${status}`;
  if (status === GONE) return { outcome: 'gone', reason };
  if (status >= 300 && status < 400)
    return { outcome: 'failed', reason: `${reason}: redirects are not followed` };
  if (status >= 400 && status < 500 && !RETRYABLE_STATUSES.has(status)) return { outcome: 'failed', reason };
  const after = parseRetryAfter(retryAfter, now);
  return { outcome: 'retry', reason, after, ...(status === TOO_MANY_REQUESTS && { isPause: true }) };
}

/** Parses `Retry-After`, which is a number of seconds or a date. Returns seconds. */
function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now.getTime()) / 1000);
}
