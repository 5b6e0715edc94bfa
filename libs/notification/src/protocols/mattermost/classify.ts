import { toPlainLine, truncateCharacters } from '#shared/kernel/clean-text.js';
import type { Verdict } from '../domain/verdict.js';
import type { HttpResponse } from '../outgoing-http.js';
import { classifyHttp } from '../post-attempt.js';

/** How Mattermost answers a request that it does not fulfil, and the post that it has stored. */
interface MattermostAnswer {
  readonly id?: unknown;
  readonly message?: unknown;
}

const MAX_REASON_LENGTH = 200;
/** The administrator has not allowed incoming webhooks, or bots. */
const NOT_IMPLEMENTED = 501;

/** Classifies a response of an incoming webhook: 200 and `ok`. */
export function classifyWebhookResponse(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyResponse(response, now);
  // A gateway before the server, such as a page to sign in, answers 200 too.
  if (verdict.outcome === 'sent' && response.text.trimStart().startsWith('<'))
    return { outcome: 'retry', reason: `answered ${response.status} with a page instead of ok` };
  return verdict;
}

/** Classifies a response of the API: 200 or 201, and the post. */
export function classifyApiResponse(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyResponse(response, now);
  if (verdict.outcome === 'sent' && findPostId(response.body) === undefined)
    return { outcome: 'retry', reason: `answered ${response.status} without a post` };
  return verdict;
}

function classifyResponse(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  if (verdict.outcome === 'sent') return verdict;
  const { message } = parseAnswer(response.body);
  const said =
    typeof message === 'string' ? `: ${truncateCharacters(toPlainLine(message), MAX_REASON_LENGTH)}` : '';
  const reason = verdict.reason + said;
  return response.status === NOT_IMPLEMENTED ? { outcome: 'failed', reason } : { ...verdict, reason };
}

/** Returns the id of a stored post. */
export function findPostId(body: string | undefined): string | undefined {
  const { id } = parseAnswer(body);
  return typeof id === 'string' && /^[a-z0-9]{26}$/.test(id) ? id : undefined;
}

/** Returns the id of an error, such as `api.context.permissions.app_error`. */
export function findErrorId(body: string | undefined): string | undefined {
  const { id } = parseAnswer(body);
  return typeof id === 'string' ? id : undefined;
}

function parseAnswer(body: string | undefined): MattermostAnswer {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
