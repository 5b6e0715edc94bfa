import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { ActionLinks } from '../actions/application/build-action-links.js';
import { ActionTokens } from '../actions/domain/action-token.js';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { DatabaseQuotaClock, QuotaClock } from '../quotas/tables/quota-usage.js';
import { DefaultQuota } from '../quotas/domain/quota-limit.js';
import { ClaimedEvents } from './application/claimed-events.js';
import { DeliveryCounters, SendNotifications, WakeSenderHandler } from './application/send-notifications.js';
import { FanOutWatch, DeliveryMetrics } from './infrastructure/delivery-metrics.js';
import { AttemptLog } from './application/ports/attempt-log.js';
import { SendWakeUp } from './infrastructure/send-wake-up.js';
import { ChangeMatcher } from './infrastructure/change-matcher.js';
import { GetNotificationHandler, NOTIFICATION_READS } from './infrastructure/notification-resource.js';
import { GetAlertTellingHandler } from './infrastructure/get-alert-telling.handler.js';
import { GetAlertTellingsHandler } from './infrastructure/get-alert-tellings.handler.js';
import { PreviewTellingHandler } from './infrastructure/preview-telling.handler.js';
import { GetNotificationLedgerHandler } from './infrastructure/get-notification-ledger.handler.js';
import {
  GetResendHandler,
  CancelResendHandler,
  RequestResendHandler,
} from './infrastructure/request-resend.handler.js';
import {
  NotificationRetentionPeriod,
  NotificationRetention,
} from './infrastructure/notification-retention.js';
import { PostgresAttemptLog } from './infrastructure/postgres-attempt-log.js';
import { ExampleNotices } from './application/find-example-notice.js';
import { PreviewMessageHandler } from './application/preview-message.js';
import { ReportPosition } from './infrastructure/notification-cursors.js';
import { ResendNotificationHandler } from './infrastructure/resend-notification.handler.js';
import { ChangeFanOut } from './infrastructure/change-fan-out.js';
import { CloseHolds } from './infrastructure/close-holds.js';
import { FanOutChanges } from './infrastructure/fan-out-changes.js';
import { RunResends } from './infrastructure/run-resends.js';
import { Untold } from './infrastructure/untold.js';
import { WatchQuarantine } from './infrastructure/watch-quarantine.js';
import { WatchQuotas } from './infrastructure/watch-quotas.js';
import { WatchSubscriptions } from './infrastructure/watch-subscriptions.js';

export interface DeliveryOptions {
  readonly encryption: EncryptionKeys;
  readonly defaultQuota: DefaultQuota;
  /** The number of days that notifications are kept. */
  readonly retentionDays: number;
}

/** Writes notifications, sends them and records the outcome of each attempt. */
@Module({})
export class DeliveryModule {
  /** @param imports the modules that export the protocols, subscriptions, previews and the outbox of alerts */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: DeliveryModule,
      imports,
      providers: [
        ExampleNotices,
        PreviewMessageHandler,
        SendWakeUp,
        ResendNotificationHandler,
        RequestResendHandler,
        CancelResendHandler,
        GetResendHandler,
        GetNotificationHandler,
        GetAlertTellingHandler,
        GetAlertTellingsHandler,
        PreviewTellingHandler,
        GetNotificationLedgerHandler,
        ...NOTIFICATION_READS,
      ],
    };
  }

  /** @param imports the modules that export the protocols and the outbox of alerts */
  static forWorker(
    imports: ModuleMetadata['imports'],
    { encryption, defaultQuota, retentionDays }: DeliveryOptions,
  ): DynamicModule {
    return {
      module: DeliveryModule,
      imports,
      providers: [
        { provide: QuotaClock, useClass: DatabaseQuotaClock },
        { provide: Encryption, useFactory: () => new Encryption(encryption) },
        { provide: DefaultQuota, useValue: defaultQuota },
        {
          provide: ActionTokens,
          useFactory: () => new ActionTokens(encryption.encryptionKey, encryption.oldEncryptionKey),
        },
        ActionLinks,
        { provide: NotificationRetentionPeriod, useValue: { days: retentionDays } },
        { provide: AttemptLog, useClass: PostgresAttemptLog },
        ChangeFanOut,
        ChangeMatcher,
        Untold,
        DeliveryCounters,
        ClaimedEvents,
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
