import type { AlertMessage } from '#monitoring/contracts/alert-outbox.js';

export const TEST_TYPE = 'subscription.test';
export const DIGEST_TYPE = 'digest';

interface Links {
  /** The record in the API. */
  readonly api: string;
  /** The page for people, where there is one of it. */
  readonly console?: string;
}

interface NamedSubscription {
  readonly subscription_id: string;
  readonly name: string;
}

/** What a notification is about, as its receiver reads it. */
export type AlertNotice = Omit<AlertMessage, 'data'> & {
  readonly data: AlertMessage['data'] & { readonly links: Links };
};

/** What `verify` sends. */
export interface TestNotice {
  readonly type: typeof TEST_TYPE;
  readonly timestamp: string;
  readonly data: { readonly subscription: NamedSubscription };
}

/** Many notifications of a subscription in one message. */
export interface DigestNotice {
  readonly type: typeof DIGEST_TYPE;
  readonly timestamp: string;
  readonly data: {
    readonly subscription: NamedSubscription;
    /** A sentence: why they come together. */
    readonly reason: string;
    readonly total: number;
    readonly by_severity: Readonly<Record<string, number>>;
    /** The first 50, the most severe first. */
    readonly notifications: readonly {
      readonly notification_id: string;
      readonly kind: string;
      readonly alert_id: string | null;
      readonly severity: string | null;
      readonly title: string;
      /** When the alert changed. */
      readonly created_at: string;
    }[];
    readonly links: Links;
  };
}

/** What the service says of itself: of a source, a quota, a subscription. */
export interface ServiceNotice {
  /** `source.silent`, `quota.low` and the like. */
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    /** One line. */
    readonly title: string;
    /** Of the thing that it is about; which they are depends on the type. */
    readonly subject: Readonly<Record<string, string | number | null>>;
    readonly links: Links;
  };
}

/** What waits to be sent. */
export type StoredMessage = AlertNotice | DigestNotice | ServiceNotice;

export type SentMessage = StoredMessage | TestNotice;
