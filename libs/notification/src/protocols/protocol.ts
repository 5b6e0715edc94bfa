import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Verdict } from './domain/verdict.js';
import type { SentMessage } from './sent-message.js';

/** What is sent in one attempt. */
export interface Outgoing {
  /** Unchanging: a receiver that gets it twice can tell. */
  readonly notification_id: string;
  readonly message: SentMessage;
  /** With their secrets. */
  readonly options: PluginOptions;
  /** The one in force first; the one before it while it is in its grace. */
  readonly signing_secrets: readonly string[];
  readonly at: Date;
}

export interface AttemptResult {
  readonly verdict: Verdict;
  /** Of the protocol, as a number; `null` without an answer. */
  readonly status: number | null;
  /** The beginning of what was answered. */
  readonly answer: string | null;
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
  /** What the schema cannot say. */
  checkOptions?(options: PluginOptions): Promise<readonly OptionProblem[]>;
  /** One attempt, in bounded time. Never throws for what a receiver does. */
  send(outgoing: Outgoing): Promise<AttemptResult>;
}
