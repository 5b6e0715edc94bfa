import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

/** The counts of one UTC day: of the changes of alerts, and of the notifications made of them. */
export interface NotificationLedgerDay {
  readonly day: string;
  readonly changes: number;
  readonly matched: number;
  readonly after_silence: number;
  readonly notifications: {
    readonly pending: number;
    readonly held: number;
    readonly sent: number;
    readonly failed: number;
    readonly superseded: number;
    readonly silenced: number;
    readonly cancelled: number;
  };
  /** `null`: a release without a ledger may have been running on that day, so not all changes are counted. */
  readonly balanced: boolean | null;
}

export interface NotificationLedger {
  /** The newest first. */
  readonly results: readonly NotificationLedgerDay[];
  readonly balanced: boolean;
}

/** Returns, by day, how many changes of alerts a domain had, and the states of the notifications made of them. */
export class GetNotificationLedger extends Query<NotificationLedger> {
  constructor(
    readonly scope: Scope,
    /** The number of days, including today. */
    readonly days: number,
  ) {
    super();
  }
}
