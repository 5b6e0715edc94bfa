export interface QuarantineCount {
  readonly webhook_id: string;
  readonly name: string;
  readonly project_id: string;
  readonly count: number;
  /** When the last of them arrived: what is counted next came after it. */
  readonly last_received_at: Date;
  readonly reason: string;
}

/** Deliveries that could not be parsed, for a context that tells somebody of them. */
export abstract class QuarantineCounts {
  /** Webhooks of some domains that had a delivery that failed within the last so many seconds. */
  abstract failing(
    domains: readonly string[],
    within: number,
  ): Promise<readonly { readonly domain_id: string; readonly webhook_id: string }[]>;

  /** Deliveries of a webhook that are in quarantine and arrived after `since`; `undefined`: none. */
  abstract since(domain_id: string, webhook_id: string, since: Date): Promise<QuarantineCount | undefined>;
}
