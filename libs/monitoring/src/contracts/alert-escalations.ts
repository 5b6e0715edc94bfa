/** The acknowledgement of an alert that an escalation withdraws. */
export interface Withdrawal {
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
   * Withdraws acknowledgements of open alerts of a domain. Does nothing where there is none from before that time.
   * @returns why some could not be withdrawn, such as because their webhook is being processed, by the ids of their alerts
   */
  abstract withdraw(
    domain_id: string,
    withdrawals: readonly Withdrawal[],
  ): Promise<ReadonlyMap<string, unknown>>;

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
