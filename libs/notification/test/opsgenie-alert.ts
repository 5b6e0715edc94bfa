import { OpsgenieAccount } from '#test/receivers/opsgenie.js';
import { createOpsgenieProtocol } from '../src/protocols/opsgenie/protocol.js';
import type { Outgoing, Receipt } from '../src/protocols/protocol.js';
import { alertNotice, outgoing, reminderNotice, stepNotice } from './notices.js';
import { recordingHttp } from './recording-http.js';

export const OPSGENIE = 'https://api.opsgenie.com';
export const JSM = 'https://api.atlassian.com/jsm/ops/integration';

export type Kind = Parameters<typeof alertNotice>[0] | 'reminder' | 'step';
export type Severity = NonNullable<Parameters<typeof alertNotice>[1]>['severity'] & string;
export interface Change {
  readonly kind: Kind;
  readonly severity?: Severity;
  /** Whether the alert is acknowledged. */
  readonly acknowledged?: boolean;
  /** Whether it has overtaken what somebody must see. */
  readonly wakes?: boolean;
  /** Whether the receipt of the attempt is not stored, as if the process had been killed. */
  readonly isForgotten?: boolean;
  /** The requests of the attempt that are accepted, before one is answered with 503. Default: all. */
  readonly accepted?: number;
  /** Whether what is accepted has no answer. */
  readonly isUnanswered?: boolean;
}

/** Sends changes of an alert to an account. */
export function createAccount(api_url: string, options: object = {}) {
  const account = new OpsgenieAccount();
  let remaining = Infinity;
  let answers = true;
  const { http, requests } = recordingHttp(({ method, url, headers, text }) => {
    if (remaining === 0) return { status: 503 };
    remaining -= 1;
    const path = url.replace(/^https:\/\/[^/]+/, '');
    const answer = account.accept({ method, path, authorization: headers['authorization'], text });
    return answers ? answer : { status: 503 };
  });
  const protocol = createOpsgenieProtocol(http);
  const allOptions = { api_key: account.key, api_url, ...options };
  let receipt: Receipt | null = null;
  let count = 0;

  async function attempt(change: Change) {
    const { kind, acknowledged = kind === 'acknowledged', isForgotten = false, accepted = Infinity } = change;
    remaining = accepted;
    answers = change.isUnanswered !== true;
    const alert = { acknowledged, ...(change.severity && { severity: change.severity }) };
    const message =
      kind === 'reminder'
        ? reminderNotice(alert)
        : kind === 'step'
          ? stepNotice(alert)
          : alertNotice(kind, alert);
    const more = { receipt, notification_id: `notification_${count}`, wakes: change.wakes };
    const result = await protocol.send(outgoing(message, allOptions, more));
    account.process();
    if (!isForgotten) receipt = result.receipt ?? receipt;
    return result;
  }

  return {
    account,
    requests,
    async send(change: Kind | Change) {
      count += 1;
      return attempt(typeof change === 'string' ? { kind: change } : change);
    },
    /** Attempts the last notification again. */
    retry: (change: Change) => attempt(change),
    loseReceipt: () => void (receipt = null),
    sendNotice: async (message: Outgoing['message'], more: Partial<Outgoing> = {}) => {
      const result = await protocol.send(outgoing(message, allOptions, more));
      account.process();
      return result;
    },
  };
}
