import { Query } from '@nestjs/cqrs';

/** A day (UTC) of arrivals. Were anything lost or doubled, it would not be balanced. */
export interface LedgerDay {
  readonly day: string;
  readonly deliveries: {
    readonly accepted: number;
    readonly processed: number;
    readonly quarantined: number;
    readonly pending: number;
    /** Acknowledged, and missing after another server of the database took over; not in `accepted`. */
    readonly lost: number;
  };
  readonly alarms: {
    readonly parsed: number;
    readonly created: number;
    readonly duplicate: number;
    readonly ignored: number;
    readonly quarantined: number;
    /** Pings, not in `parsed`. */
    readonly heartbeat: number;
    /** What senders tell of acknowledgements, not in `parsed`. */
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
  /** Of the last group of deliveries that were written together, the first. */
  readonly last_delivery_id: string;
}

export interface Ledger {
  /** The latest first; without days on which nothing came. */
  readonly results: readonly LedgerDay[];
  readonly losses: readonly LedgerLoss[];
  readonly balanced: boolean;
}

/** What all domains together sent in the last `days` days, today among them, and what became of it. */
export class GetLedger extends Query<Ledger> {
  constructor(readonly days: number) {
    super();
  }
}
