import { TIMEOUT_MS, type OutgoingHttp, type HttpResponse } from '../outgoing-http.js';
import { createJsonRequest, postAttempt, classifyHttp } from '../post-attempt.js';
import { isRemark } from '../domain/remarks.js';
import type { AttemptResult, Protocol } from '../protocol.js';
import { PAGERDUTY_WEBHOOKS } from './inbound.js';
import { planEvents, type PlannedEvent } from './plan-events.js';
import { render } from './render.js';
import { OPTIONS_SCHEMA, PAGERDUTY_EVENTS, type PagerDutyOptions } from './schema.js';
import type { Verdict } from '../domain/verdict.js';

const REMARK_RESULT: AttemptResult = {
  verdict: {
    outcome: 'skipped',
    as: 'CANCELLED',
    reason: 'PagerDuty has no event for assignments and notes',
  },
  status: null,
  answer: null,
};

/** Manages one open incident for each alert. */
export function createPagerDutyProtocol(http: OutgoingHttp): Protocol {
  return {
    protocol_id: 'pagerduty',
    name: 'PagerDuty',
    description:
      'Triggers, acknowledges and resolves an incident for each alert, through the [Events API v2](https://developer.pagerduty.com/docs/events-api-v2-overview).',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: false,
    sendsEveryChange: false,
    takesTemplate: 'wording',
    tracksAlerts: true,
    // 120 events a minute for each integration key.
    perSecond: 2,
    inbound: PAGERDUTY_WEBHOOKS,

    async checkOptions(options) {
      const { url } = options as unknown as PagerDutyOptions;
      const reason = url === undefined ? http.hostRefusal(PAGERDUTY_EVENTS) : await http.refusal(url);
      return reason === undefined ? [] : [{ option: 'url', reason }];
    },

    preview: (outgoing) => render(outgoing, planEvents(outgoing).event),

    async send(outgoing) {
      if (isRemark(outgoing.message.type)) return REMARK_RESULT;
      const { url = PAGERDUTY_EVENTS } = outgoing.options as unknown as PagerDutyOptions;
      const { before, event, receipt } = planEvents(outgoing);
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const post = (planned: PlannedEvent) =>
        postAttempt(http, createJsonRequest(url, render(outgoing, planned)), classify, signal);
      if (before !== undefined) {
        const prepared = await post(before);
        if (prepared.verdict.outcome !== 'sent') return prepared;
      }
      const result = await post(event);
      const { verdict } = result;
      if (verdict.outcome !== 'sent' && verdict.outcome !== 'retry') return result;
      return {
        ...result,
        // An event has reached PagerDuty, so the attempt is not free.
        ...(verdict.outcome === 'retry' && before && { verdict: { ...verdict, nothingLeft: false } }),
        // An event without a response may have arrived.
        ...(receipt && { receipt }),
      };
    },
  };
}

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
