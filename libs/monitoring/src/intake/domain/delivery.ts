import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Json } from '#shared/kernel/json.js';

/**
 * Bodies above this size, in bytes, are not parsed where they are accepted, because that would delay all other
 * deliveries. The worker takes off their envelope.
 */
export const LARGE_BODY_BYTES = 1024 * 1024;

/** One request that a sender posted, as it is stored until it is processed. */
export interface Delivery {
  readonly received_at: Date;
  readonly content_type: string;
  /** Only headers on the allow-list; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly path_suffix: string;
  readonly body: Buffer;
  /**
   * A digest (hex) of what only this request of its sender has: the id that is signed with it, or the signature itself if a
   * time is part of it. Only present if the signature scheme of the webhook signs either.
   */
  readonly signed_id?: string | undefined;
  /** The trace context, as W3C's `traceparent`; only present if the delivery is traced. */
  readonly trace?: string | undefined;
}

/**
 * Returns the approximate number of bytes that a delivery occupies in memory. Headers and query count as well: a body
 * may be short and its query long.
 */
export function sizeOf({ body, headers, query, path_suffix }: Omit<Delivery, 'received_at'>): number {
  let size = body.length + path_suffix.length;
  for (const name in query) size += name.length + (query[name]?.length ?? 0);
  for (const name in headers) size += name.length + (headers[name]?.length ?? 0);
  return size;
}

export type Outcome =
  /** `alert_id` is missing in outcomes that were stored by releases before 0.3. */
  | { readonly outcome: 'CREATED' | 'DUPLICATE'; readonly event_id: string; readonly alert_id?: string }
  /** Of a whole delivery. The reason names the delivery that its sender signed with the same id before. */
  | { readonly outcome: 'DUPLICATE'; readonly reason: string }
  | { readonly outcome: 'IGNORED' | 'QUARANTINED'; readonly reason: string }
  /** The reason is the name of the heartbeat that was pinged. */
  | { readonly outcome: 'HEARTBEAT'; readonly reason: string }
  /** The reason names the decision about the alert. */
  | { readonly outcome: 'ACKNOWLEDGED'; readonly alert_id: string; readonly reason: string };

/** A stored delivery that is not processed yet. */
export interface PendingDelivery {
  readonly delivery_id: string;
  readonly delivery: Delivery;
  /** Why the stored bytes cannot be decoded. No plugin can parse them. */
  readonly damage?: string;
}

type Replaced = Pick<Delivery, 'body' | 'content_type' | 'query' | 'path_suffix'>;

const EMPTY_OBJECT = Buffer.from('{}');
const FORM = 'application/x-www-form-urlencoded';

/** Replaces an empty body for plugins whose senders put all data into the path (by an empty object) or the query (by a form). */
export function replaceEmptyBody<T extends Replaced>(plugin: AnyPlugin | undefined, posted: T): T {
  if (posted.body.length > 0) return posted;
  const taken = plugin?.takesEmptyBody?.(posted.path_suffix, posted.query) ?? false;
  if (taken === 'QUERY')
    return { ...posted, content_type: FORM, body: Buffer.from(new URLSearchParams(posted.query).toString()) };
  return taken ? { ...posted, body: EMPTY_OBJECT } : posted;
}

/**
 * Serializes the content of an envelope, with all digits of its numbers. The result is ASCII, because the content type of the
 * delivery may declare any charset. @throws ERROR_INVALID_PARAMETER
 */
export function serializeJson(data: Json, contentType: string): Buffer {
  try {
    const text = JSON.stringify(data);
    return Buffer.from(/charset/i.test(contentType) ? escapeNonAscii(text) : text);
  } catch (error) {
    // Parsing accepts any depth, but `JSON.stringify` throws a RangeError beyond some depth.
    if (error instanceof RangeError) throw DomainError.invalid('data', 'is nested too deep');
    throw error;
  }
}

function escapeNonAscii(text: string): string {
  return text.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
