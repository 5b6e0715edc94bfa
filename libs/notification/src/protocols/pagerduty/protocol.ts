import { TIMEOUT_MS, type OutgoingHttp } from '../outgoing-http.js';
import { createJsonRequest, postAttempt } from '../post-attempt.js';
import { isRemark } from '../domain/remarks.js';
import type { AttemptResult, Protocol } from '../protocol.js';
import { classify } from './classify.js';
import { PAGERDUTY_WEBHOOKS } from './inbound.js';
import { planEvents, type PlannedEvent } from './plan-events.js';
import { render } from './render.js';
import { OPTIONS_SCHEMA, PAGERDUTY_EVENTS, type PagerDutyOptions } from './schema.js';

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
