import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { Clock, SystemClock } from '#shared/kernel/clock.js';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { DefaultQuota } from '../quotas/application/ports/default-quota.js';
import type { QuotaLimit } from '../quotas/domain/quota-limit.js';
import { DeliveryCounters } from './application/delivery-counters.js';
import { FanOutChanges } from './application/fan-out-changes.js';
import { AttemptLog } from './application/ports/attempt-log.js';
import { ChangeFanOut } from './application/ports/change-fan-out.js';
import { Resends } from './application/ports/resends.js';
import { SendWakeUp } from './application/ports/send-wake-up.js';
import { ResendNotificationHandler } from './application/resend-notification.js';
import { SendNotifications } from './application/send-notifications.js';
import { WakeSenderHandler } from './application/wake-sender.js';
import { ChangeMatcher } from './infrastructure/change-matcher.js';
import { DeliveryMetrics } from './infrastructure/delivery-metrics.js';
import { GetNotificationHandler } from './infrastructure/get-notification.handler.js';
import { ListNotificationsHandler } from './infrastructure/list-notifications.handler.js';
import { NotificationPeriod, NotificationRetention } from './infrastructure/notification-retention.js';
import { PostgresAttemptLog } from './infrastructure/postgres-attempt-log.js';
import { PostgresChangeFanOut, PublicUrl } from './infrastructure/postgres-change-fan-out.js';
import { QueueSendWakeUp } from './infrastructure/queue-send-wake-up.js';
import { ReportPosition } from './infrastructure/report-position.js';
import { StatNotificationsHandler } from './infrastructure/stat-notifications.handler.js';
import { TypeOrmResends } from './infrastructure/typeorm-resends.js';

export interface DeliveryOptions {
  readonly encryption: EncryptionKeys;
  readonly defaultQuota: QuotaLimit;
  /** Where the API is reached, without a trailing slash. */
  readonly publicUrl: string;
  /** Days that notifications are kept. */
  readonly days: number;
}

/** What is sent, and what became of it. */
@Module({})
export class DeliveryModule {
  static forApi(): DynamicModule {
    return {
      module: DeliveryModule,
      providers: [
        { provide: Resends, useClass: TypeOrmResends },
        { provide: SendWakeUp, useClass: QueueSendWakeUp },
        ResendNotificationHandler,
        GetNotificationHandler,
        ListNotificationsHandler,
        StatNotificationsHandler,
      ],
    };
  }

  /** @param imports what offers protocols and the outbox of alerts */
  static forWorker(
    imports: ModuleMetadata['imports'],
    { encryption, defaultQuota, publicUrl, days }: DeliveryOptions,
  ): DynamicModule {
    return {
      module: DeliveryModule,
      imports,
      providers: [
        { provide: Clock, useClass: SystemClock },
        { provide: Encryption, useFactory: () => new Encryption(encryption) },
        { provide: DefaultQuota, useValue: { limit: defaultQuota } },
        { provide: PublicUrl, useValue: { url: publicUrl } },
        { provide: NotificationPeriod, useValue: { days } },
        { provide: ChangeFanOut, useClass: PostgresChangeFanOut },
        { provide: AttemptLog, useClass: PostgresAttemptLog },
        ChangeMatcher,
        DeliveryCounters,
        SendNotifications,
        FanOutChanges,
        ReportPosition,
        WakeSenderHandler,
        NotificationRetention,
        DeliveryMetrics,
      ],
    };
  }
}
