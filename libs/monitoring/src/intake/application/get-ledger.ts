import { Query } from '@nestjs/cqrs';

/**
 * The counts of the deliveries that arrived on one day (UTC). A day is not balanced if anything was lost or counted
 * twice.
 */
export interface LedgerDay {
  readonly day: string;
  readonly deliveries: {
    readonly accepted: number;
    readonly processed: number;
    readonly quarantined: number;
    readonly pending: number;
    /** Acknowledged deliveries that were missing after a fail-over, as earlier releases recorded. Not included in `accepted`. */
    readonly lost: number;
    /** Deliveries that the database refuses and a file of a spool keeps. Included in `accepted`. */
    readonly kept: number;
  };
  readonly alarms: {
    readonly parsed: number;
    readonly created: number;
    readonly duplicate: number;
    readonly ignored: number;
    readonly quarantined: number;
    /** Pings. Not included in `parsed`. */
    readonly heartbeat: number;
    /** Acknowledgements that senders report. Not included in `parsed`. */
    readonly acknowledged: number;
  };
  readonly balanced: boolean;
}

export interface LedgerLoss {
  readonly found_at: string;
  readonly reason: string;
  readonly delivery_count: number;
  readonly first_received_at: string;
  readonly last_received_at: string;
  readonly first_delivery_id: string;
  /** The first delivery of the last segment. */
  readonly last_delivery_id: string;
}

export interface Ledger {
  /** The latest day first. Days without deliveries are left out. */
  readonly results: readonly LedgerDay[];
  readonly losses: readonly LedgerLoss[];
  readonly balanced: boolean;
}

/** Returns what all domains together sent in the last `days` days, including today, and the outcomes. */
export class GetLedger extends Query<Ledger> {
  constructor(readonly days: number) {
    super();
  }
}
