import { isObject, type Json } from '#shared/kernel/json.js';
import { TIMEOUT_MS, type OutgoingHttp, type HttpResponse } from '../outgoing-http.js';
import { postAttempt, classifyHttp, type RenderedRequest } from '../post-attempt.js';
import type { AttemptResult, Outgoing, Protocol } from '../protocol.js';
import { OPSGENIE_WEBHOOKS } from './inbound.js';
import { planRequests, type Action } from './plan-requests.js';
import { render } from './render.js';
import { OPSGENIE_API, OPTIONS_SCHEMA, type OpsgenieOptions } from './schema.js';
import type { Verdict } from '../domain/verdict.js';

/** Manages one open alert of Opsgenie, or of Jira Service Management, for each alert. */
export function createOpsgenieProtocol(http: OutgoingHttp): Protocol {
  return {
    protocol_id: 'opsgenie',
    name: 'Opsgenie',
    description:
      'Creates, updates, acknowledges and closes an alert of Opsgenie or Jira Service Management for each alert, through the ' +
      '[Alert API](https://docs.opsgenie.com/docs/alert-api).',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: false,
    sendsEveryChange: false,
    takesTemplate: 'wording',
    tracksAlerts: true,
    inbound: OPSGENIE_WEBHOOKS,

    async checkOptions(options) {
      const { api_url } = options as unknown as OpsgenieOptions;
      const reason = api_url === undefined ? http.hostRefusal(OPSGENIE_API) : await http.refusal(api_url);
      return reason === undefined ? [] : [{ option: 'api_url', reason }];
    },

    preview(outgoing) {
      const { requests } = planRequests(outgoing, canUpdate(outgoing));
      return { requests: requests.map((planned) => describeRequest(render(outgoing, planned))) };
    },

    send: (outgoing) => sendAll(http, outgoing),
  };
}

function describeRequest({ method, url, body }: RenderedRequest): object {
  return { method: method ?? 'POST', url, body: JSON.parse(body.toString()) as Json };
}

/** Such as a change to a severity of the same priority. */
const NOTHING_TO_CHANGE: AttemptResult = {
  verdict: { outcome: 'skipped', as: 'SENT', reason: 'shown already' },
  status: null,
  answer: null,
};

/** Sends all requests of an attempt, one after another, within one time limit. */
async function sendAll(http: OutgoingHttp, outgoing: Outgoing): Promise<AttemptResult> {
  const { requests, receipt } = planRequests(outgoing, canUpdate(outgoing));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const send = async (index: number): Promise<AttemptResult> => {
    const planned = requests[index];
    if (planned === undefined) return NOTHING_TO_CHANGE;
    const result = await postAttempt(
      http,
      render(outgoing, planned),
      (response, now) => classify(planned.action, response, now),
      signal,
    );
    const { verdict } = result;
    const isLast = index === requests.length - 1;
    const isUnsure = verdict.outcome === 'retry' && planned.action === 'create';
    if (verdict.outcome === 'sent' && !isLast) return send(index + 1);
    if (verdict.outcome !== 'sent' && verdict.outcome !== 'retry') return result;
    return {
      ...result,
      // A request has reached Opsgenie, so the attempt is not free.
      ...(verdict.outcome === 'retry' && index > 0 && { verdict: { ...verdict, nothingLeft: false } }),
      // A request without a response may have arrived.
      ...(receipt && isLast && { receipt: { ...receipt, ...(isUnsure && { unsure: true }) } }),
    };
  };
  return send(0);
}

/** Whether the API can update alerts and withdraw acknowledgements. The one for integrations of Jira Service Management cannot. */
function canUpdate({ options }: Outgoing): boolean {
  const { api_url = OPSGENIE_API } = options as unknown as OpsgenieOptions;
  return !new URL(api_url).pathname.startsWith('/jsm/');
}

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
