import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Json } from '#shared/kernel/json.js';

/** A webhook of a receiver. */
export interface InboundRequest {
  readonly body: Buffer;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a receiver reports of an alert. */
export interface InboundAct {
  readonly kind: 'acknowledge' | 'unacknowledge' | 'resolve';
  /** A uuid, if the key is one that the service gives to alerts. */
  readonly alert_id: string;
  /** Identifies the alert at the receiver. After it was opened there again, the alert has another one. */
  readonly key: string;
  /** Who did it; `null`: no person, such as an automation, or the service itself. */
  readonly person: string | null;
  readonly comment: string | null;
  /** What happened, as a note says it if no person did it. */
  readonly description: string;
  /** Identifies the act at the receiver. */
  readonly event_id: string;
  /** `null`: when it arrived. */
  readonly occurred_at: Date | null;
}

export type InboundReading = InboundAct | { readonly ignored: string };

/** The webhooks with which a receiver reports what is done there. */
export interface InboundWebhooks {
  /**
   * Returns why the request is not authentic, as a sentence; `undefined` if it is. Without it, the key in the address is all that
   * protects the address.
   */
  findForgery?(request: InboundRequest, options: PluginOptions): string | undefined;
  /** @throws ERROR_INVALID_PARAMETER naming the field */
  read(body: Json, subscription_id: string): InboundReading;
  /**
   * Returns what the protocol remembers of the alert at the receiver: its key there, and when it was opened in place of another
   * one, if it was.
   */
  getShown(receipt: Readonly<Record<string, Json>>): { readonly key: unknown; readonly openedAt: unknown };
}
