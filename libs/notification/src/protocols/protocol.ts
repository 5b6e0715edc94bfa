import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Json } from '#shared/kernel/json.js';
import type { Verdict } from './domain/verdict.js';
import type { InboundWebhooks } from './inbound.js';
import type { SentMessage } from './sent-message.js';

/** What a protocol must remember of a message that it sent, such as its id. Must be small. */
export type Receipt = Readonly<Record<string, Json>>;

/** A link with which whoever reads the message acts on its alert. */
export interface ActionLink {
  readonly text: string;
  readonly url: string;
  /** The part of the address that must be stored and logged nowhere. */
  readonly secret: string;
}

/** A button with which whoever reads the message acts on its alert. The receiver posts its name and value back. */
export interface ActionButton {
  readonly name: string;
  readonly text: string;
  readonly value: string;
}

/** Everything that an attempt needs. */
export interface Outgoing {
  readonly subscription_id: string;
  /** Stays the same for each attempt, so that the receiver recognizes duplicates. */
  readonly notification_id: string;
  readonly message: SentMessage;
  /** The result of the template, to be sent instead of the message or to reword it. */
  readonly body?: Json | undefined;
  /** Why the template has no result. A message for people is then sent as it is, with this reason. */
  readonly templateProblem?: string | undefined;
  /** Includes the secret options. */
  readonly options: PluginOptions;
  /** The current secret first; then the previous one during its grace period. */
  readonly signing_secrets: readonly string[];
  /** The receipt of the last attempt for this subscription and alert. */
  readonly receipt: Receipt | null;
  /** What the last attempt of this notification left to be done; `null`: everything is. */
  readonly progress: Json | null;
  /** Whether it has overtaken what somebody must notice, and which is not sent. Default: it has not. */
  readonly wakes?: boolean | undefined;
  /** The time zone of the times in messages for people. */
  readonly timezone: string;
  /** Only for a protocol that {@link Protocol.showsActions}. */
  readonly actions: readonly ActionLink[];
  /** Only for a protocol that {@link Protocol.showsButtons}, instead of `actions`. */
  readonly buttons?: readonly ActionButton[];
  readonly at: Date;
}

export interface AttemptResult {
  readonly verdict: Verdict;
  /** The status code of the protocol; `null` without a response. */
  readonly status: number | null;
  /** The beginning of the response. */
  readonly answer: string | null;
  /** A receipt to store for the next attempt for this subscription and alert. */
  readonly receipt?: Receipt;
  /** What is left to be done of this notification. Must be small. */
  readonly progress?: Json;
}

export interface OptionProblem {
  readonly option: string;
  /** The end of a sentence that begins with the name of the option. */
  readonly reason: string;
}

/** A way to send notifications. Each is a folder of its own, which only the list of all protocols refers to. */
export interface Protocol {
  readonly protocol_id: string;
  readonly name: string;
  readonly description: string;
  /** A JSON Schema 2020-12 without further properties. Properties marked `writeOnly` are secret. */
  readonly optionsSchema: Readonly<Record<string, unknown>>;
  /** Whether its subscriptions have a signing secret. */
  readonly isSigned: boolean;
  /** Whether each change is sent. If `false`, only the newest state of an alert is, and changes before it are superseded. */
  readonly sendsEveryChange: boolean;
  /**
   * Whether a subscription with these options keeps a state for each alert at the receiver, such as an incident or a message
   * that is edited. Its changes are never sent together, and it gets every recovery of what it was told.
   */
  readonly tracksAlerts?: boolean | ((options: PluginOptions) => boolean);
  /** Whether messages about alerts have the event that made the change (`data.event`). Those that a template is applied to always do. */
  readonly sendsEvent?: boolean;
  /** Whether the protocol sends only alerts. It has no form for other notifications, such as digests. */
  readonly tellsOnlyAlerts?: boolean;
  /**
   * Whether its subscriptions may have a template. `true`: the protocol sends the result (`body`) instead of the message.
   * `'wording'`: the result rewords the message for people (`Wording`).
   */
  readonly takesTemplate?: boolean | 'wording';
  /** Whether its messages show {@link Outgoing.actions}. New subscriptions then have them. */
  readonly showsActions?: boolean;
  /** Returns the mail address of the only person who gets the messages; `null` if others may read them as well. */
  findReader?(options: PluginOptions): string | null;
  /** Whether messages of a subscription with these options show {@link Outgoing.buttons}. */
  showsButtons?(options: PluginOptions): boolean;
  /**
   * The requests a second that the receiver permits, as documented. A subscription is not sent more than that on average, and
   * no more than one second's worth at once. Without it, only 8 requests at a time are the limit.
   */
  readonly perSecond?: number;
  /** How the receiver reports what is done there. Without it, subscriptions take no webhooks. */
  readonly inbound?: InboundWebhooks;
  /**
   * Returns the units that an attempt takes. Defaults to one. The message that the quota of the protocol itself is used up
   * always takes the reserved one, and must be sent with no more.
   */
  countUnits?(options: PluginOptions, progress: Json | null): number;
  /** Checks what the schema cannot express. @param domain_id the domain of the subscription */
  checkOptions?(options: PluginOptions, domain_id: string): Promise<readonly OptionProblem[]>;
  /**
   * Returns the content of the message, for a preview, without sending anything. The secret options are `***`. Without it, the content
   * is the result of the template, or the message.
   */
  preview?(outgoing: Outgoing): object;
  /** Makes one attempt, within a time limit. Must not throw because of the receiver. */
  send(outgoing: Outgoing): Promise<AttemptResult>;
}
