import type { AlertMessage } from './alert-outbox.js';

export interface ExampleRequest {
  readonly domain_id: string;
  /** The end is exclusive. */
  readonly from: Date;
  readonly to: Date;
  /** Types of messages, such as `alert.opened`. */
  readonly types: readonly string[];
  /** A query of alerts, as for a search, or one alert. `undefined` selects all alerts of the domain. */
  readonly alerts: { readonly query: object | undefined } | { readonly alert_id: string };
  /** Aborted when the client no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/** Real messages of the last 30 days, to show what a subscription sends. */
export abstract class AlertExamples {
  /**
   * Returns the message of the newest change, with the state and severity that it left the alert with. If `types` has
   * `alert.flapping`, only that counts while a key is flapping. `undefined`: there is none.
   * @throws ERROR_NOT_FOUND for an alert that is not in the domain; ERROR_INVALID_QUERY, ERROR_QUERY_TIMEOUT, ERROR_RATE_LIMITED,
   * ERROR_UNAVAILABLE
   */
  abstract findNewest(request: ExampleRequest): Promise<AlertMessage | undefined>;
}
