import { toPlainLine, truncateCharacters } from '#shared/kernel/clean-text.js';
import type { Verdict } from '../domain/verdict.js';
import type { HttpResponse } from '../outgoing-http.js';
import { classifyHttp } from '../post-attempt.js';

const MAX_REASON_LENGTH = 200;
/** The code of the answer 429 when the messages of the day are used up. */
const DAILY_LIMIT_CODE = 42_908;
/** Seconds. The quota is full again at midnight (UTC); the server does not say so. */
const DAILY_LIMIT_PAUSE = 600;

/** Classifies a response: 200 and the stored message, or a status and the reason: `{"code":40301,"http":403,"error":"forbidden"}`. */
export function classify(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  const { id, code, error } = parseBody(response.body);
  if (verdict.outcome === 'sent')
    return typeof id === 'string'
      ? verdict
      : { outcome: 'retry', reason: `answered ${response.status}, but not as an ntfy server does` };
  const said =
    typeof error === 'string' ? `: ${truncateCharacters(toPlainLine(error), MAX_REASON_LENGTH)}` : '';
  const isDailyLimit = verdict.outcome === 'retry' && code === DAILY_LIMIT_CODE;
  return {
    ...verdict,
    reason: verdict.reason + said,
    ...(isDailyLimit && { after: verdict.after ?? DAILY_LIMIT_PAUSE }),
  };
}

function parseBody(body: string): {
  readonly id?: unknown;
  readonly code?: unknown;
  readonly error?: unknown;
} {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
