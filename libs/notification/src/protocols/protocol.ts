import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Json } from '#shared/kernel/json.js';
import type { Verdict } from './domain/verdict.js';
import type { SentMessage } from './sent-message.js';

/** Small: what a protocol must remember of what it sent, such as the id of a message. */
export type Receipt = Readonly<Record<string, Json>>;

/** What is sent in one attempt. */
export interface Outgoing {
  readonly subscription_id: string;
  /** Unchanging: a receiver that gets it twice can tell. */
  readonly notification_id: string;
  readonly message: SentMessage;
  /** What a template made of the message, to be sent in its place. */
  readonly body?: Json | undefined;
  /** With their secrets. */
  readonly options: PluginOptions;
  /** The one in force first; the one before it while it is in its grace. */
  readonly signing_secrets: readonly string[];
  /** The last one of this subscription and alert. */
  readonly receipt: Receipt | null;
  readonly at: Date;
}

export interface AttemptResult {
  readonly verdict: Verdict;
  /** Of the protocol, as a number; `null` without an answer. */
  readonly status: number | null;
  /** The beginning of what was answered. */
  readonly answer: string | null;
  /** Of what was sent: the next attempt of this subscription and alert is given it. */
  readonly receipt?: Receipt;
}

export interface OptionProblem {
  readonly option: string;
  /** The end of a sentence that begins with the option. */
  readonly reason: string;
}

/** A way to tell somebody. A folder of its own; nothing else names it but the list of all. */
export interface Protocol {
  readonly protocol_id: string;
  readonly name: string;
  readonly description: string;
  /** JSON Schema 2020-12, closed. What is marked `writeOnly` is secret. */
  readonly optionsSchema: Readonly<Record<string, unknown>>;
  /** Whether its subscriptions have a signing secret. */
  readonly isSigned: boolean;
  /** `false`: of an alert only its newest state is sent, and a change that another overtakes is superseded. */
  readonly sendsEveryChange: boolean;
  /** It has no words of its own, so that nothing can be sent as a digest. */
  readonly tellsOnlyAlerts?: boolean;
  /** Its subscriptions may have a template, so that it sends `body` where there is one. */
  readonly takesTemplate?: boolean;
  /** What the schema cannot say. */
  checkOptions?(options: PluginOptions): Promise<readonly OptionProblem[]>;
  /** One attempt, in bounded time. Never throws for what a receiver does. */
  send(outgoing: Outgoing): Promise<AttemptResult>;
}
