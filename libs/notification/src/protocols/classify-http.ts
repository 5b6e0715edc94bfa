import type { HttpAnswer } from './outgoing-http.js';
import type { Verdict } from './domain/verdict.js';

/** Of those that say the request is wrong, these say that it may be right later. */
const MAY_SUCCEED = new Set([408, 425, 429]);
const GONE = 410;

/** What an answer by HTTP means: 2xx is sent, 410 ends the subscription, other 4xx and redirects are final. */
export function classifyHttp(
  { status, retryAfter }: Pick<HttpAnswer, 'status' | 'retryAfter'>,
  now: Date,
): Verdict {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const reason = `answered ${status}`;
  if (status === GONE) return { outcome: 'gone', reason };
  if (status >= 300 && status < 400)
    return { outcome: 'failed', reason: `${reason}: redirects are not followed` };
  if (status >= 400 && status < 500 && !MAY_SUCCEED.has(status)) return { outcome: 'failed', reason };
  return { outcome: 'retry', reason, after: secondsOf(retryAfter, now) };
}

/** Of `Retry-After`: seconds, or a date. */
function secondsOf(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now.getTime()) / 1000);
}
