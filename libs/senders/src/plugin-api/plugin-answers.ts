import type { Json } from '#shared/kernel/json.js';

/** What {@link Plugin.answer} can tell the sender about a delivery that has been stored. */
export interface PluginReceipt {
  readonly delivery_id: string;
  readonly received_at: Date;
}

/** A response in the format that the sender expects. */
export interface PluginAnswer {
  /** A success status (2xx), because the delivery was accepted. */
  readonly status: number;
  /** An object is sent as JSON, and text as `text/plain`. `null`: the response has no body. */
  readonly body: Readonly<Record<string, Json>> | string | null;
}

/** An OPTIONS request, by which a sender asks whether it may post to the webhook. */
export interface PluginPreflight {
  /** All headers of the request. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The number of deliveries per minute that the webhook accepts; `null` if it is not limited. */
  readonly max_rate: number | null;
}

/** A request that a sender must receive before it sends alarms: it proves that the address wants them. */
export interface PluginConfirmation {
  /** Requested with GET. Redirects are not followed, and private addresses are refused. */
  readonly url: string;
  /** The hosts of the sender. The whole host name must match. */
  readonly hosts: RegExp;
  /** Whose signature the delivery must have before the request is made; `null` if a matching host is enough. */
  readonly signed_by: 'SNS' | null;
}

/** A request as it was received, for the check of its signature. */
export interface SignedRequest {
  /** All headers of the request, names in lower case. Only those that {@link Plugin.headers} lists are stored. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body. */
  readonly body: Buffer;
  readonly received_at: Date;
}
