/** An acknowledgement that an escalation withdraws. */
export interface Withdrawal {
  readonly domain_id: string;
  readonly alert_id: string;
  /** Later acknowledgements stay. */
  readonly before: Date;
  /** Who withdraws it, for people. */
  readonly by: string;
}

/** What the lists of alerts show of an escalation. */
export interface ShownEscalation {
  readonly alert_id: string;
  /** `null`: nothing escalates. */
  readonly step: number | null;
  readonly next_at: Date | null;
}

/** Runs the statements of one transaction. */
interface SqlTransaction {
  query<Row extends object>(sql: string, parameters?: unknown[]): Promise<{ readonly rows: readonly Row[] }>;
}

/** What escalations do to alerts. */
export abstract class AlertEscalations {
  /**
   * Withdraws the acknowledgement of an open alert. Does nothing if there is none from before that time.
   * @throws ERROR_UNAVAILABLE while its webhook is being processed
   */
  abstract withdraw(withdrawal: Withdrawal): Promise<void>;

  /**
   * Shows what escalates for alerts of one domain. Leaves out alerts that are being written, and those that no longer exist.
   * @returns the ids of the others
   */
  abstract show(
    transaction: SqlTransaction,
    domain_id: string,
    shown: readonly ShownEscalation[],
  ): Promise<ReadonlySet<string>>;
}
