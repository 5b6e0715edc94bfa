import { classifyHttp } from '../post-attempt.js';
import type { Verdict } from '../domain/verdict.js';
import type { HttpResponse } from '../outgoing-http.js';

/** Errors of the Web API after which a later call may succeed. All others concern the request or the token. */
const RETRYABLE_ERRORS = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Errors with which the Web API answers who calls it too often, if the status is not 429. */
const PAUSE_ERRORS = new Set(['ratelimited', 'rate_limited']);

/** Classifies a response of the Web API. Its status is 200 even for errors: `{"ok":false,"error":"channel_not_found"}`. */
export function classifyApiResponse(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  if (verdict.outcome !== 'sent') return verdict;
  const parsed = parseResponse(response.body);
  if (parsed === undefined) return { outcome: 'retry', reason: 'answered no JSON' };
  if (parsed.ok === true) return verdict;
  const error = extractError(response.body);
  const reason = `Slack answered ${error}`;
  if (PAUSE_ERRORS.has(error)) return { outcome: 'retry', reason, isPause: true };
  return RETRYABLE_ERRORS.has(error) ? { outcome: 'retry', reason } : { outcome: 'failed', reason };
}

/** Classifies a response of an incoming webhook. The status is the outcome, the body a word with the reason. */
export function classifyWebhookResponse(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  if (verdict.outcome === 'sent' || !/^[a-z_]{1,64}$/.test(response.text.trim())) return verdict;
  return { ...verdict, reason: `${verdict.reason}: ${response.text.trim()}` };
}

interface ApiResponse {
  readonly ok?: unknown;
  readonly error?: unknown;
  readonly channel?: unknown;
  readonly ts?: unknown;
}

export function parseResponse(body: string | undefined): ApiResponse | undefined {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export function extractError(body: string | undefined): string {
  const error = parseResponse(body)?.error;
  return typeof error === 'string' && /^[\w.-]{1,64}$/.test(error) ? error : 'without an error';
}
