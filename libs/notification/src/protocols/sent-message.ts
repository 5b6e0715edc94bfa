import type { AlertMessage } from '#monitoring/contracts/alert-outbox.js';

export const TEST_TYPE = 'subscription.test';

interface Links {
  /** The record in the API. */
  readonly api: string;
}

/** What a notification is about, as its receiver reads it. */
export type AlertNotice = Omit<AlertMessage, 'data'> & {
  readonly data: AlertMessage['data'] & { readonly links: Links };
};

/** What `verify` sends. */
export interface TestNotice {
  readonly type: typeof TEST_TYPE;
  readonly timestamp: string;
  readonly data: { readonly subscription: { readonly subscription_id: string; readonly name: string } };
}

export type SentMessage = AlertNotice | TestNotice;
