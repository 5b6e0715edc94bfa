import type { PublicUrl } from '#shared/kernel/public-url.js';
import type { AlertMessage } from '#monitoring/contracts/alert-outbox.js';
import type { EventInfo } from '#monitoring/contracts/stored-events.js';

export const TEST_TYPE = 'subscription.test';
export const DIGEST_TYPE = 'digest';
/** The message that an alert is still open. No change makes it. */
export const REMINDER_TYPE = 'alert.reminder';

export interface Links {
  /** The address of the record in the API. */
  readonly api: string;
  /** The address of the page in the console, if there is one. */
  readonly console?: string;
}

interface NamedSubscription {
  readonly subscription_id: string;
  readonly name: string;
}

/** A notification about an alert, as its receiver reads it. */
export type AlertNotice = Omit<AlertMessage, 'data' | 'type'> & {
  readonly type: AlertMessage['type'] | typeof REMINDER_TYPE;
  readonly data: AlertMessage['data'] & {
    /**
     * The event that made the change; `null`: none did, or it is no longer kept. Read when the message is sent, and only for those
     * who get it.
     */
    readonly event?: EventInfo | null;
    /** The step of an escalation that the message is. */
    readonly escalation?: {
      readonly escalation_id: string;
      readonly name: string;
      readonly step: number;
      readonly cycle: number;
    };
    readonly links: Links;
  };
};

/** Returns the message with the event that made the change. */
export function withEvent({ data, ...notice }: AlertNotice, event: EventInfo | null): AlertNotice {
  const { alert, change, escalation, links } = data;
  return { ...notice, data: { alert, change, event, ...(escalation && { escalation }), links } };
}

/** The message that the verification of a subscription sends. */
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
    /** A sentence that says why they are sent together. */
    readonly reason: string;
    readonly total: number;
    /** How many of them are recoveries. */
    readonly resolved: number;
    /** The worst severity of those that are no recoveries; `null`: all are. */
    readonly severity: string | null;
    readonly by_severity: Readonly<Record<string, number>>;
    /** The first 50, the most severe first. */
    readonly notifications: readonly {
      readonly notification_id: string;
      readonly kind: string;
      readonly alert_id: string | null;
      readonly severity: string | null;
      readonly title: string;
      /** The name or id of the resource of the alert. The previous release stored digests without it. */
      readonly resource?: string | null;
      /** The time of the change of the alert. */
      readonly created_at: string;
    }[];
    readonly links: Links;
  };
}

/** A message of the service about itself: a source, a quota, a subscription or the quarantine. */
export interface ServiceNotice {
  /** The kind, such as `source.silent` or `quota.low`. */
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    /** One line of text. */
    readonly title: string;
    /** Ids and figures of the subject. Which ones depends on the type. */
    readonly subject: Readonly<Record<string, string | number | null>>;
    readonly links: Links;
  };
}

/** A message that is stored until it is sent. */
export type StoredMessage = AlertNotice | DigestNotice | ServiceNotice;

export type SentMessage = StoredMessage | TestNotice;

/** Returns whether the message says that the very quota which this protocol needs to send it is used up. */
export function isAboutOwnQuota({ type, data }: SentMessage, protocol_id: string): boolean {
  return type === 'quota.exhausted' && 'subject' in data && data.subject['protocol_id'] === protocol_id;
}

export function isAlertNotice(message: SentMessage): message is AlertNotice {
  return 'alert' in message.data;
}

/** Changes that somebody must see although the alert was told or acknowledged before. */
export const PAGING_KINDS: ReadonlySet<string> = new Set([
  'alert.escalated',
  'alert.reopened',
  'alert.unacknowledged',
]);

/** Whether a message is a step of an escalation: the first one, a later one, or one that is told again. */
export function isStep({ data }: SentMessage): boolean {
  return 'alert' in data && data.escalation !== undefined;
}

interface Noticed {
  readonly message: SentMessage;
  /** Whether it has overtaken what somebody must notice. */
  readonly wakes?: boolean | undefined;
}

/** Whether somebody must see a message although the alert was told or acknowledged before. */
export function isPaging({ message, wakes = false }: Noticed): boolean {
  return wakes || PAGING_KINDS.has(message.type);
}

/** Whether a message must be noticed by those who were told of the alert before: an edit of what they have seen notifies nobody. */
export function wakesPeople(noticed: Noticed): boolean {
  return isPaging(noticed) || isStep(noticed.message) || noticed.message.type === REMINDER_TYPE;
}

/** The pages of the console that notifications link to: the part of the address behind `#/`. */
export const CONSOLE_PAGES = {
  alert: (alert_id: string) => `alert/${alert_id}`,
  /** The notifications that a digest replaced. */
  digest: (digest_id: string) => `sending/notifications?digest_id=${digest_id}`,
  quotas: () => 'sending/quotas',
  subscriptions: () => 'sending/subscriptions',
  /** A webhook and its quarantine. */
  source: (webhook_id: string) => `sources/${webhook_id}`,
} as const;

/** Returns the addresses of a record in the API and of its page in the console. */
export function buildLinks({ url }: PublicUrl, apiPath: string, page: string): Links {
  return { api: url + apiPath, console: `${url}/console/#/${page}` };
}

export function buildAlertLinks(publicUrl: PublicUrl, alert_id: string): Links {
  return buildLinks(publicUrl, `/monitoring/v1/alert/${alert_id}`, CONSOLE_PAGES.alert(alert_id));
}
