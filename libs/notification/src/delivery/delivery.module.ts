import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { DatabaseQuotaClock, QuotaClock } from '../persistence/usage/quota-clock.js';
import { DefaultQuota } from '../quotas/domain/default-quota.js';
import { CancelResendHandler } from './application/cancel-resend.js';
import { CloseHolds } from './application/close-holds.js';
import { DeliveryCounters } from './application/delivery-counters.js';
import { FanOutWatch } from './infrastructure/fan-out-watch.js';
import { FanOutChanges } from './application/fan-out-changes.js';
import { AttemptLog } from './application/ports/attempt-log.js';
import { ChangeFanOut } from './application/ports/change-fan-out.js';
import { Holds } from './application/ports/holds.js';
import { QuarantineNotifier } from './application/ports/quarantine-notifier.js';
import { QuotaNotifier } from './application/ports/quota-notifier.js';
import { SubscriptionNotifier } from './application/ports/subscription-notifier.js';
import { ResendJobs } from './application/ports/resend-jobs.js';
import { ResendRequests } from './application/ports/resend-requests.js';
import { NotificationResender } from './application/ports/notification-resender.js';
import { Untold } from './application/ports/untold.js';
import { SendWakeUp } from './application/ports/send-wake-up.js';
import { RequestResendHandler } from './application/request-resend.js';
import { ResendNotificationHandler } from './application/resend-notification.js';
import { RunResends } from './application/run-resends.js';
import { SendNotifications } from './application/send-notifications.js';
import { WatchQuarantine } from './application/watch-quarantine.js';
import { WatchQuotas } from './application/watch-quotas.js';
import { WatchSubscriptions } from './application/watch-subscriptions.js';
import { WakeSenderHandler } from './application/wake-sender.js';
import { ChangeMatcher } from './infrastructure/change-matcher.js';
import { DeliveryMetrics } from './infrastructure/delivery-metrics.js';
import { GetNotificationHandler } from './infrastructure/get-notification.handler.js';
import { GetNotificationLedgerHandler } from './infrastructure/get-notification-ledger.handler.js';
import { GetResendHandler } from './infrastructure/get-resend.handler.js';
import {
  NotificationRetentionPeriod,
  NotificationRetention,
} from './infrastructure/notification-retention.js';
import { PostgresAttemptLog } from './infrastructure/postgres-attempt-log.js';
import { PostgresChangeFanOut } from './infrastructure/postgres-change-fan-out.js';
import { PostgresHolds } from './infrastructure/postgres-holds.js';
import { PostgresQuarantineNotifier } from './infrastructure/postgres-quarantine-notifier.js';
import { PostgresQuotaNotifier } from './infrastructure/postgres-quota-notifier.js';
import { PostgresResendJobs } from './infrastructure/postgres-resend-jobs.js';
import { PostgresSubscriptionNotifier } from './infrastructure/postgres-subscription-notifier.js';
import { PostgresUntold } from './infrastructure/postgres-untold.js';
import { PublicUrl } from './infrastructure/public-url.js';
import { QueueSendWakeUp } from './infrastructure/queue-send-wake-up.js';
import { ReportPosition } from './infrastructure/report-position.js';
import { TypeOrmResendRequests } from './infrastructure/typeorm-resend-requests.js';
import { TypeOrmNotificationResender } from './infrastructure/typeorm-notification-resender.js';
import { NOTIFICATION_READS } from './infrastructure/notification-resource.js';

export interface DeliveryOptions {
  readonly encryption: EncryptionKeys;
  readonly defaultQuota: DefaultQuota;
  /** The public address of the API, without a trailing slash. */
  readonly publicUrl: string;
  /** The number of days that notifications are kept. */
  readonly retentionDays: number;
}

/** Writes notifications, sends them and records the outcome of each attempt. */
@Module({})
export class DeliveryModule {
  /** @param imports the modules that export the protocols */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: DeliveryModule,
      imports,
      providers: [
        { provide: NotificationResender, useClass: TypeOrmNotificationResender },
        { provide: ResendRequests, useClass: TypeOrmResendRequests },
        { provide: SendWakeUp, useClass: QueueSendWakeUp },
        ResendNotificationHandler,
        RequestResendHandler,
        CancelResendHandler,
        GetResendHandler,
        GetNotificationHandler,
        GetNotificationLedgerHandler,
        ...NOTIFICATION_READS,
      ],
    };
  }

  /** @param imports the modules that export the protocols and the outbox of alerts */
  static forWorker(
    imports: ModuleMetadata['imports'],
    { encryption, defaultQuota, publicUrl, retentionDays }: DeliveryOptions,
  ): DynamicModule {
    return {
      module: DeliveryModule,
      imports,
      providers: [
        { provide: QuotaClock, useClass: DatabaseQuotaClock },
        { provide: Encryption, useFactory: () => new Encryption(encryption) },
        { provide: DefaultQuota, useValue: defaultQuota },
        { provide: PublicUrl, useValue: { url: publicUrl } },
        { provide: NotificationRetentionPeriod, useValue: { days: retentionDays } },
        { provide: ChangeFanOut, useClass: PostgresChangeFanOut },
        { provide: AttemptLog, useClass: PostgresAttemptLog },
        { provide: Holds, useClass: PostgresHolds },
        { provide: QuarantineNotifier, useClass: PostgresQuarantineNotifier },
        { provide: QuotaNotifier, useClass: PostgresQuotaNotifier },
        { provide: ResendJobs, useClass: PostgresResendJobs },
        { provide: SubscriptionNotifier, useClass: PostgresSubscriptionNotifier },
        { provide: Untold, useClass: PostgresUntold },
        ChangeMatcher,
        DeliveryCounters,
        SendNotifications,
        FanOutChanges,
        CloseHolds,
        RunResends,
        WatchQuotas,
        WatchQuarantine,
        WatchSubscriptions,
        ReportPosition,
        WakeSenderHandler,
        NotificationRetention,
        DeliveryMetrics,
        FanOutWatch,
      ],
    };
  }
}
