import { classifyHttp } from '../classify-http.js';
import type { Verdict } from '../domain/verdict.js';
import type { HttpAnswer } from '../outgoing-http.js';

/** Errors of the Web API after which a later call may succeed. All others concern the request or the token. */
const MAY_SUCCEED = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Classifies a response of the Web API. Its status is 200 even for errors: `{"ok":false,"error":"channel_not_found"}`. */
export function classifyCall(answer: HttpAnswer, now: Date): Verdict {
  const verdict = classifyHttp(answer, now);
  if (verdict.outcome !== 'sent') return verdict;
  const said = answerOf(answer.body);
  if (said === undefined) return { outcome: 'retry', reason: 'answered no JSON' };
  if (said.ok === true) return verdict;
  const error = errorOf(answer.body);
  const reason = `Slack answered ${error}`;
  return MAY_SUCCEED.has(error) ? { outcome: 'retry', reason } : { outcome: 'failed', reason };
}

/** Classifies a response of an incoming webhook. The status is the outcome, the body a word with the reason. */
export function classifyHook(answer: HttpAnswer, now: Date): Verdict {
  const verdict = classifyHttp(answer, now);
  if (verdict.outcome === 'sent' || !/^[a-z_]{1,64}$/.test(answer.text.trim())) return verdict;
  return { ...verdict, reason: `${verdict.reason}: ${answer.text.trim()}` };
}

interface CallAnswer {
  readonly ok?: unknown;
  readonly error?: unknown;
  readonly channel?: unknown;
  readonly ts?: unknown;
}

export function answerOf(body: string | undefined): CallAnswer | undefined {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export function errorOf(body: string | undefined): string {
  const error = answerOf(body)?.error;
  return typeof error === 'string' && /^[\w.-]{1,64}$/.test(error) ? error : 'without an error';
}
