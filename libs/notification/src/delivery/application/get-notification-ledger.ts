import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

/** Of the changes of alerts of a day, in UTC. */
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
  /** `null`: a release that did not count was at work on that day. */
  readonly balanced: boolean | null;
}

export interface NotificationLedger {
  /** The newest first. */
  readonly results: readonly NotificationLedgerDay[];
  readonly balanced: boolean;
}

/** What was made of the changes of a domain, and what became of it. */
export class GetNotificationLedger extends Query<NotificationLedger> {
  constructor(
    readonly scope: Scope,
    /** Including today. */
    readonly days: number,
  ) {
    super();
  }
}
