import { isObject } from '#shared/kernel/json.js';
import { classifyHttp } from '../post-attempt.js';
import type { Verdict } from '../domain/verdict.js';
import type { HttpResponse } from '../outgoing-http.js';
import type { Action } from './plan-requests.js';

const NOT_FOUND = 404;

/**
 * Classifies a response (https://docs.opsgenie.com/docs/response): 202 is accepted, 400, 401, 403 and 422 are final, 429 is a
 * pause. An alert that is not found was closed or deleted in Opsgenie, so there is nothing left to change.
 */
export function classify(action: Action, response: HttpResponse, now: Date): Verdict {
  if (response.status === NOT_FOUND && action !== 'create') return { outcome: 'sent' };
  const verdict = classifyHttp(response, now);
  if (verdict.outcome === 'sent') return verdict;
  const details = listDetails(response.body);
  if (details.length === 0) return verdict;
  return { ...verdict, reason: `${verdict.reason}: ${details.join('; ').slice(0, 200).toWellFormed()}` };
}

/** Returns the reasons in a body such as `{"message":"Request body is not processable.","errors":{"message":"…"}}`. */
function listDetails(body: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(body);
    if (!isObject(parsed)) return [];
    const { message, errors } = parsed as { message?: unknown; errors?: unknown };
    const reasons = isObject(errors) ? Object.values(errors) : [];
    return [message, ...reasons].filter((each) => typeof each === 'string');
  } catch {
    return [];
  }
}
