import type { Verdict } from './domain/verdict.js';
import { NoResponseError, type HttpResponse, type OutgoingHttp } from './outgoing-http.js';
import type { AttemptResult } from './protocol.js';

export interface RenderedRequest {
  /** POST by default. */
  readonly method?: 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function createJsonRequest(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): RenderedRequest {
  const type = 'application/json; charset=utf-8';
  return { url, headers: { ...headers, 'content-type': type }, body: Buffer.from(JSON.stringify(body)) };
}

/** Sends one request and classifies the response. @param signal a time limit shared by several requests of one attempt */
export async function postAttempt(
  http: OutgoingHttp,
  { method, url, headers, body: content }: RenderedRequest,
  classify: (answer: HttpResponse, now: Date) => Verdict,
  signal?: AbortSignal,
): Promise<AttemptResult & { readonly body?: string }> {
  try {
    const response = await http.post(url, headers, content, signal, method);
    const { status, text, body, isCut } = response;
    const verdict = classify(response, new Date());
    // What the rest would have said is not known: the message may have arrived.
    const isUnclear = isCut === true && status < 300 && verdict.outcome === 'retry';
    return { verdict, status: isUnclear ? null : status, answer: text, body };
  } catch (error) {
    return toFailedResult(error);
  }
}

/** Returns the result of an attempt that ended with a {@link NoResponseError}. @throws any other error */
export function toFailedResult(error: unknown): AttemptResult {
  if (!(error instanceof NoResponseError)) throw error;
  const { message: reason, nothingLeft } = error;
  return { verdict: { outcome: 'retry', reason, nothingLeft }, status: null, answer: null };
}

/** Returns the result of an attempt that a fault of the service prevented. It costs no unit and is made again. */
export function createUnsentResult(reason: string): AttemptResult {
  const verdict = { outcome: 'retry', reason, nothingLeft: true, isOwnFault: true } as const;
  return { verdict, status: null, answer: null };
}

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
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now.getTime()) / 1000);
}
