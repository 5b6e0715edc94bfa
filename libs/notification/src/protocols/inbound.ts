import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { isObject, isRawNumber, type Json } from '#shared/kernel/json.js';
import { DomainError } from '#shared/kernel/domain-error.js';

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

/** Returns the value at a path of fields; `undefined` if there is none. */
function findValue(body: Json, path: string): Json | undefined {
  let value: Json | undefined = body;
  for (const name of path.split('.'))
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** Returns a text; `null` if there is none, or an empty one. @throws ERROR_INVALID_PARAMETER if it is something else */
export function readText(body: Json, path: string): string | null {
  const value = findValue(body, path);
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw DomainError.invalid(path, 'must be a text');
  return value;
}

/** @throws ERROR_INVALID_PARAMETER if there is no text */
export function requireText(body: Json, path: string, remedy: string): string {
  const text = readText(body, path);
  if (text === null) throw DomainError.invalid(path, `is missing: ${remedy}`);
  return text;
}

/** Returns the digits of a number, however many it has; `null` if there is none. @throws ERROR_INVALID_PARAMETER */
export function readDigits(body: Json, path: string): string | null {
  const value = findValue(body, path);
  if (value === undefined || value === null) return null;
  const text = isRawNumber(value) ? value.rawJSON : String(value);
  if (typeof value === 'string' || !/^\d{1,20}$/.test(text))
    throw DomainError.invalid(path, 'must be a whole number');
  return text;
}
