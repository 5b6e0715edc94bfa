import { DELIVERY_LIMITS } from './delivery-limits.js';

/** The address of a remote plugin, and the secret that its requests are signed with. */
export interface RemoteOptions {
  readonly url: string;
  readonly secret: string;
  readonly timeout_ms?: number;
}

/** The limits that apply to remote plugins. */
export const REMOTE_LIMITS = {
  /** Milliseconds until the response must be complete. */
  timeoutMs: { minimum: 100, default: 5_000, maximum: 30_000 },
  /** Milliseconds for all values of a body. They are sent one after the other. */
  deliveryMs: 60_000,
  /** The maximum size of a response, in bytes. */
  maxResponseBytes: 4 * 1024 * 1024,
  /** The maximum number of JSON values in a response. The time to parse it depends on them more than on its size in bytes. */
  maxValues: 200_000,
  maxOutcomes: DELIVERY_LIMITS.maxAlarms,
  maxChecks: 100,
  /** Status codes by which a plugin rejects a delivery. Any other error status means that the service does not work. */
  rejectionStatuses: [400, 413, 422] as readonly number[],
  /** The number of consecutive failures that open the circuit breaker of a remote plugin. */
  failureThreshold: 5,
  /** Milliseconds that the circuit breaker stays open, and until a delivery that failed is retried. */
  breakerOpenMs: 10_000,
} as const;

export interface RemoteResponse {
  readonly status: number;
  readonly text: string;
}

/** Calls remote plugins. Requests are signed, private addresses are refused, and responses are limited in size and time. */
export interface RemotePluginClient {
  /**
   * Posts JSON to a path below the plugin's address.
   * @param id identifies the request. A retry has the same id.
   * @throws PluginUnavailableError if there is no response; Error if the response is too long
   */
  post(options: RemoteOptions, path: 'parse' | 'verify', id: string, json: string): Promise<RemoteResponse>;
  /** Returns why this address must not be called; `undefined` if it may be. */
  findAddressProblem(url: string): Promise<string | undefined>;
}
