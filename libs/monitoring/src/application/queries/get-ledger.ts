import { Query } from '@nestjs/cqrs';

/** A day (UTC) of arrivals. Were anything lost or doubled, it would not be balanced. */
export interface LedgerDay {
  readonly day: string;
  readonly deliveries: {
    readonly accepted: number;
    readonly processed: number;
    readonly quarantined: number;
    readonly pending: number;
  };
  readonly alarms: {
    readonly parsed: number;
    readonly created: number;
    readonly duplicate: number;
    readonly ignored: number;
    readonly quarantined: number;
  };
  readonly balanced: boolean;
}

export interface Ledger {
  /** The latest first; without days on which nothing came. */
  readonly results: readonly LedgerDay[];
  readonly balanced: boolean;
}

/** What all domains together sent in the last `days` days, today among them, and what became of it. */
export class GetLedger extends Query<Ledger> {
  constructor(readonly days: number) {
    super();
  }
}
