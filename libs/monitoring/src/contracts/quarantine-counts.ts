export interface QuarantineCount {
  readonly webhook_id: string;
  readonly name: string;
  readonly project_id: string;
  readonly count: number;
  /** The latest time of arrival. The next count starts after it. */
  readonly last_received_at: Date;
  readonly reason: string;
}

/** Counts deliveries in quarantine, for a context that notifies somebody of them. */
export abstract class QuarantineCounts {
  /** Returns the webhooks of these domains for which a delivery failed within the last `withinSeconds` seconds. */
  abstract findFailing(
    domains: readonly string[],
    withinSeconds: number,
  ): Promise<readonly { readonly domain_id: string; readonly webhook_id: string }[]>;

  /** Counts the deliveries of a webhook that are in quarantine and arrived after `since`; `undefined` if there are none. */
  abstract countSince(
    domain_id: string,
    webhook_id: string,
    since: Date,
  ): Promise<QuarantineCount | undefined>;
}
