import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import type { EncryptedColumn } from '#shared/platform/key-replacement.js';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { ActionsModule } from './actions/actions.module.js';
import { DeliveryModule, type DeliveryOptions } from './delivery/delivery.module.js';
import { TellRightly1795950000301 } from './persistence/migrations/1795950000301-tell-rightly.js';
import { FollowClock1795920002301 } from './persistence/migrations/1795920002301-follow-clock.js';
import { PaceSubscriptions1795950004001 } from './persistence/migrations/1795950004001-pace-subscriptions.js';
import { AddTimezoneOfSubscriptions1796000000301 } from './persistence/migrations/1796000000301-add-timezone-of-subscriptions.js';
import { AddSlackApps1796200000201 } from './persistence/migrations/1796200000201-add-slack-apps.js';
import { AddActionLinks1796100000501 } from './persistence/migrations/1796100000501-add-action-links.js';
import { TakeWebhooksOfReceivers1796200000101 } from './persistence/migrations/1796200000101-take-webhooks-of-receivers.js';
import { AddInhibitions1796200000601 } from './persistence/migrations/1796200000601-add-inhibitions.js';
import { CreateNotificationLedger1795600000310 } from './persistence/migrations/1795600000310-create-schema-of-0-2.js';
import { InboundModule } from './inbound/inbound.module.js';
import { AddEscalations1796200000701 } from './persistence/migrations/1796200000701-add-escalations.js';
import { MarkManagedRecords1796300000101 } from './persistence/migrations/1796300000101-mark-managed-records.js';
import { SinceWhenReceiversPause1796400000141 } from './persistence/migrations/1796400000141-since-when-receivers-pause.js';
import { WakeByWhatWasOvertaken1796400000151 } from './persistence/migrations/1796400000151-wake-by-what-was-overtaken.js';
import { WhenSubscriptionsWereDisabled1796400000161 } from './persistence/migrations/1796400000161-when-subscriptions-were-disabled.js';
import { AddReminders1796200000711 } from './persistence/migrations/1796200000711-add-reminders.js';
import { AddOnCall1796200000501 } from './persistence/migrations/1796200000501-add-on-call.js';
import { PlansModule } from './plans/plans.module.js';
import { PLACEMENTS } from './persistence/placements.js';
import { PreviewsModule } from './previews/previews.module.js';
import { ListProtocolsHandler, GetProtocolHandler } from './protocols/application/read-protocols.js';
import { ProtocolsModule, type ProtocolSettings } from './protocols/protocols.module.js';
import { SlackApps } from './protocols/slack/slack-apps.js';
import { DefaultQuota, type QuotaLimit } from './quotas/domain/quota-limit.js';
import { quotaSchema } from './quotas/infrastructure/quota.schema.js';
import { QuotasModule } from './quotas/quotas.module.js';
import { inhibitionSchema } from './inhibitions/infrastructure/inhibition.schema.js';
import { escalationSchema } from './escalations/infrastructure/escalation.schema.js';
import { EscalationsModule } from './escalations/escalations.module.js';
import { InhibitionsModule } from './inhibitions/inhibitions.module.js';
import { OnCallModule } from './on-call/on-call.module.js';
import { onCallSchema } from './on-call/infrastructure/on-call.schema.js';
import { silenceSchema } from './silences/infrastructure/silence.schema.js';
import { RemindersModule } from './reminders/reminders.module.js';
import { SilencesModule } from './silences/silences.module.js';
import { subscriptionSchema } from './subscriptions/infrastructure/subscription.schema.js';
import { PostgresSlackApps } from './slack/infrastructure/postgres-slack-apps.js';
import { slackAppSchema } from './slack/infrastructure/slack-app.schema.js';
import { SlackModule } from './slack/slack.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

export interface NotificationOptions {
  /** The limit of a protocol without a quota. Empty means unlimited. */
  readonly defaultQuota: QuotaLimit;
  readonly protocols: ProtocolSettings;
  readonly encryption: EncryptionKeys;
  /** The module that exports the outbox of alerts. */
  readonly alerts: Imported;
}

type Imported = NonNullable<ModuleMetadata['imports']>[number];

export interface NotificationApiOptions extends NotificationOptions {
  /** The module that exports the users of domains. */
  readonly users: Imported;
}

export interface NotificationWorkerOptions
  extends NotificationOptions, Omit<DeliveryOptions, 'defaultQuota'> {}

const ENCRYPTED: readonly EncryptedColumn[] = [
  { table: 'subscription', key: 'subscription_id', column: 'secret_options' },
  { table: 'subscription', key: 'subscription_id', column: 'signing_secrets' },
  { table: 'slack_app', key: 'slack_app_id', column: 'signing_secret' },
  { table: 'slack_app', key: 'slack_app_id', column: 'bot_token' },
  { table: 'on_call', key: 'on_call_id', column: 'ical_url' },
];

const SLACK_APPS = { provide: SlackApps, useClass: PostgresSlackApps };

/** Connects the slices: passes to each the modules of the others that it depends on. */
@Module({})
export class NotificationModule {
  static readonly migrations: ContextMigrations = {
    context: 'notification',
    migrations: [
      CreateNotificationLedger1795600000310,
      FollowClock1795920002301,
      TellRightly1795950000301,
      PaceSubscriptions1795950004001,
      AddTimezoneOfSubscriptions1796000000301,
      AddActionLinks1796100000501,
      TakeWebhooksOfReceivers1796200000101,
      AddSlackApps1796200000201,
      AddOnCall1796200000501,
      AddInhibitions1796200000601,
      AddEscalations1796200000701,
      AddReminders1796200000711,
      MarkManagedRecords1796300000101,
      SinceWhenReceiversPause1796400000141,
      WakeByWhatWasOvertaken1796400000151,
      WhenSubscriptionsWereDisabled1796400000161,
    ],
    placements: PLACEMENTS,
  };

  /** The encrypted columns of this context. */
  static readonly encrypted = ENCRYPTED;

  /** Returns the schemas of the entities of this context. The keys decrypt and encrypt the secrets in them. */
  static entities(keys: EncryptionKeys): EntitySchema[] {
    const encryption = new Encryption(keys);
    return [
      quotaSchema,
      subscriptionSchema(encryption),
      silenceSchema,
      inhibitionSchema,
      escalationSchema,
      onCallSchema(encryption),
      slackAppSchema(encryption),
    ];
  }

  static forApi({
    defaultQuota,
    protocols: settings,
    encryption,
    alerts,
    users,
  }: NotificationApiOptions): DynamicModule {
    const quotas = QuotasModule.forApi(new DefaultQuota(defaultQuota, settings.mail?.perDay));
    const protocols = ProtocolsModule.forRoot(settings, alerts, SLACK_APPS);
    const previews = PreviewsModule.forApi([alerts]);
    const subscriptions = SubscriptionsModule.forApi([quotas, protocols, alerts, previews]);
    const actions = ActionsModule.forApi([users, alerts], encryption);
    return {
      module: NotificationModule,
      imports: [
        quotas,
        protocols,
        subscriptions,
        InhibitionsModule.forApi([alerts, previews]),
        SilencesModule.forApi([alerts, previews]),
        OnCallModule.forApi([protocols]),
        EscalationsModule.forApi([alerts, protocols, previews]),
        actions,
        SlackModule.forApi([users, alerts, actions, protocols], encryption),
        InboundModule.forApi([alerts, protocols], encryption),
        DeliveryModule.forApi([protocols, subscriptions, alerts, previews]),
        PlansModule.forApi([quotas, protocols, alerts, previews]),
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
    const protocols = ProtocolsModule.forRoot(settings, alerts, SLACK_APPS);
    return {
      module: NotificationModule,
      imports: [
        QuotasModule.forWorker(),
        InhibitionsModule.forWorker([alerts]),
        SilencesModule.forWorker([alerts, protocols]),
        RemindersModule.forWorker([alerts]),
        OnCallModule.forWorker([protocols], options.encryption),
        EscalationsModule.forWorker([alerts]),
        DeliveryModule.forWorker([protocols, alerts], { ...options, defaultQuota }),
      ],
    };
  }
}
