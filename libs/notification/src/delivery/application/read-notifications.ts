import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type {
  NotificationDetails,
  NotificationFilter,
  NotificationInfo,
  NotificationState,
} from '../domain/notification-record.js';

/** Returns a notification with its attempts. @throws ERROR_NOT_FOUND */
export class GetNotification extends GetRecord<NotificationDetails> {}

/** Returns notifications, the newest first, without their attempts. */
export class ListNotifications extends ListRecords<NotificationInfo, NotificationFilter> {}

/** Returns statistics of notifications; without a query, the number in each state. */
export class StatNotifications extends StatRecords {}

/** The counts of one UTC day: of the changes of alerts, and of the notifications made of them. */
export interface NotificationLedgerDay {
  readonly day: string;
  readonly changes: number;
  readonly matched: number;
  readonly after_silence: number;
  /** Notifications that steps of escalations are. */
  readonly by_steps: number;
  readonly notifications: Readonly<Record<Lowercase<NotificationState>, number>>;
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
