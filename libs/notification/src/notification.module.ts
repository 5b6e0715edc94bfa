import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import type { EncryptedColumn } from '#shared/platform/key-replacement.js';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { DeliveryModule } from './delivery/delivery.module.js';
import { CreateQuota1795176003001 } from './persistence/migrations/1795176003001-create-quota.js';
import { RememberReleases1795201000401 } from './persistence/migrations/1795201000401-remember-releases.js';
import { CreateSubscription1795450000101 } from './persistence/migrations/1795450000101-create-subscription.js';
import { CreateNotification1795450000102 } from './persistence/migrations/1795450000102-create-notification.js';
import { CreateReceipt1795500000201 } from './persistence/migrations/1795500000201-create-receipt.js';
import { CreateSilence1795500000301 } from './persistence/migrations/1795500000301-create-silence.js';
import { QueueBySubject1795500000401 } from './persistence/migrations/1795500000401-queue-by-subject.js';
import { CreateNotificationHold1795500000402 } from './persistence/migrations/1795500000402-create-notification-hold.js';
import { CreateNotificationTold1795500000403 } from './persistence/migrations/1795500000403-create-notification-told.js';
import { FindLanesOfDomain1795600000201 } from './persistence/migrations/1795600000201-find-lanes-of-domain.js';
import { CreateNotificationResend1795600000301 } from './persistence/migrations/1795600000301-create-notification-resend.js';
import { GroupNotifications1795600000302 } from './persistence/migrations/1795600000302-group-notifications.js';
import { AddTemplate1795600000303 } from './persistence/migrations/1795600000303-add-template.js';
import { TellRightly1795950000301 } from './persistence/migrations/1795950000301-tell-rightly.js';
import { FollowClock1795920002301 } from './persistence/migrations/1795920002301-follow-clock.js';
import { PaceSubscriptions1795950004001 } from './persistence/migrations/1795950004001-pace-subscriptions.js';
import { CreateNotificationLedger1795600000310 } from './persistence/migrations/1795600000310-create-notification-ledger.js';
import { PLACEMENTS } from './persistence/placements.js';
import { PreviewsModule } from './previews/previews.module.js';
import { ListProtocolsHandler } from './protocols/application/list-protocols.js';
import { GetProtocolHandler } from './protocols/application/get-protocol.js';
import { ProtocolsModule, type ProtocolSettings } from './protocols/protocols.module.js';
import { DefaultQuota } from './quotas/domain/default-quota.js';
import type { QuotaLimit } from './quotas/domain/quota-limit.js';
import { quotaSchema } from './quotas/infrastructure/quota.schema.js';
import { QuotasModule } from './quotas/quotas.module.js';
import { silenceSchema } from './silences/infrastructure/silence.schema.js';
import { SilencesModule } from './silences/silences.module.js';
import { subscriptionSchema } from './subscriptions/infrastructure/subscription.schema.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

export interface NotificationOptions {
  /** The limit of a protocol without a quota. Empty means unlimited. */
  readonly defaultQuota: QuotaLimit;
  readonly protocols: ProtocolSettings;
  /** The module that exports the outbox of alerts. */
  readonly alerts: NonNullable<ModuleMetadata['imports']>[number];
}

export interface NotificationWorkerOptions extends NotificationOptions {
  readonly encryption: EncryptionKeys;
  /** The public address of the API, without a trailing slash. */
  readonly publicUrl: string;
  /** The number of days that notifications are kept. */
  readonly retentionDays: number;
}

const ENCRYPTED: readonly EncryptedColumn[] = [
  { table: 'subscription', key: 'subscription_id', column: 'secret_options' },
  { table: 'subscription', key: 'subscription_id', column: 'signing_secrets' },
];

/** Connects the slices: passes to each the modules of the others that it depends on. */
@Module({})
export class NotificationModule {
  static readonly migrations: ContextMigrations = {
    context: 'notification',
    migrations: [
      CreateQuota1795176003001,
      RememberReleases1795201000401,
      CreateSubscription1795450000101,
      CreateNotification1795450000102,
      CreateReceipt1795500000201,
      CreateSilence1795500000301,
      QueueBySubject1795500000401,
      CreateNotificationHold1795500000402,
      CreateNotificationTold1795500000403,
      FindLanesOfDomain1795600000201,
      CreateNotificationResend1795600000301,
      GroupNotifications1795600000302,
      AddTemplate1795600000303,
      CreateNotificationLedger1795600000310,
      FollowClock1795920002301,
      TellRightly1795950000301,
      PaceSubscriptions1795950004001,
    ],
    placements: PLACEMENTS,
  };

  /** The encrypted columns of this context. */
  static readonly encrypted = ENCRYPTED;

  /** Returns the schemas of the entities of this context. The keys decrypt and encrypt the secrets in them. */
  static entities(keys: EncryptionKeys): EntitySchema[] {
    return [quotaSchema, subscriptionSchema(new Encryption(keys)), silenceSchema];
  }

  static forApi({ defaultQuota, protocols: settings, alerts }: NotificationOptions): DynamicModule {
    const quotas = QuotasModule.forApi(new DefaultQuota(defaultQuota, settings.mail?.perDay));
    const protocols = ProtocolsModule.forRoot(settings, alerts);
    const previews = PreviewsModule.forApi([alerts]);
    return {
      module: NotificationModule,
      imports: [
        quotas,
        protocols,
        SubscriptionsModule.forApi([quotas, protocols, alerts, previews]),
        SilencesModule.forApi([alerts, previews]),
        DeliveryModule.forApi([protocols]),
      ],
      providers: [ListProtocolsHandler, GetProtocolHandler],
    };
  }

  /** The periodic work that every worker does for this context, whether it sends notifications or not. */
  static forWorker(): DynamicModule {
    return { module: NotificationModule, imports: [QuotasModule.forWorker()] };
  }

  /** What a worker needs to send notifications. */
  static forSender({
    alerts,
    protocols: settings,
    defaultQuota: limit,
    ...options
  }: NotificationWorkerOptions): DynamicModule {
    const defaultQuota = new DefaultQuota(limit, settings.mail?.perDay);
    const protocols = ProtocolsModule.forRoot(settings, alerts);
    return {
      module: NotificationModule,
      imports: [
        QuotasModule.forWorker(),
        SilencesModule.forWorker([alerts]),
        DeliveryModule.forWorker([protocols, alerts], { ...options, defaultQuota }),
      ],
    };
  }
}
