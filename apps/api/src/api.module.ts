import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { IdentityModule } from '#identity';
import { MonitoringModule } from '#monitoring';
import { NotificationModule } from '#notification';
import { AuditModule } from '#shared/platform/audit/audit.module.js';
import { ChangeFeedModule } from '#shared/platform/change-feed/change-feed.module.js';
import type { Config } from '#shared/platform/config/config.js';
import { DiskModule } from '#shared/platform/disk/disk.module.js';
import { EncryptionKeyModule } from '#shared/platform/encryption-key/encryption-key.module.js';
import { HealthModule } from '#shared/platform/health/health.module.js';
import { IdempotencyModule } from '#shared/platform/idempotency/idempotency.module.js';
import { DatabaseModule } from '#shared/platform/persistence/database.module.js';
import { ClockModule } from '#shared/platform/persistence/clock.module.js';
import { PublicUrlModule } from '#shared/platform/public-url.module.js';
import { QueryModule } from '#shared/platform/persistence/query.module.js';
import { QueueModule } from '#shared/platform/queue/queue.module.js';
import { MetricsAddress, MetricsServer } from '#shared/platform/telemetry/metrics-server.js';
import { ScheduleModule } from '#shared/schedule/schedule.module.js';
import { TelemetryModule } from '#shared/platform/telemetry/telemetry.module.js';
import { ApiDocument } from './docs/api-document.js';
import { ConfigSchemaController } from './docs/config-schema.controller.js';
import { DocsController, StartController } from './docs/docs.controller.js';
import { HealthController } from './health/health.controller.js';
import { AllowedMethods } from './http/responses/allowed-methods.js';
import { AuthGuard, DOCS_ACCESS, PermissionChecker } from './http/auth/auth.guard.js';
import { FailedAuthentications } from './http/auth/failed-authentications.js';
import { Refusals } from './http/auth/refusals.js';
import { HttpMetrics } from './http/responses/http-metrics.js';
import { RecordTakenBackInterceptor } from './http/body/message.decorator.js';
import { ProblemFilter } from './http/errors/problem.filter.js';
import { Documents } from './http/responses/documents.js';
import { RefusalObserver } from './http/errors/add-route-hook.js';
import { WebhookRefusals } from './monitoring/intake/webhook-request.js';
import { RATE_LIMITS, RequestLimits } from './http/limits/request-limits.js';
import { ApiKeyController } from './identity/api-key.controller.js';
import { AuditLogController } from './identity/audit-log.controller.js';
import { CallerController } from './identity/caller.controller.js';
import { ConsoleController } from './console/console.controller.js';
import { Cookies, SECURE_COOKIES } from './http/auth/cookies.js';
import { SessionController } from './identity/session.controller.js';
import { SignInController } from './identity/sign-in.controller.js';
import { EndpointController } from './identity/endpoint.controller.js';
import { McpController } from './mcp/mcp.controller.js';
import { PlanPool } from './mcp/plan-pool.js';
import { AlertNoteController } from './monitoring/alert-note.controller.js';
import { AlertController } from './monitoring/alert.controller.js';
import { DeliveryController } from './monitoring/delivery.controller.js';
import { EventController } from './monitoring/event.controller.js';
import { AlertTimelineController } from './monitoring/alert-timeline.controller.js';
import { AlertStreamController } from './monitoring/alert-stream.controller.js';
import { EventStreamController } from './monitoring/event-stream.controller.js';
import { StreamTokenController } from './monitoring/stream-token.controller.js';
import { StreamSender, EventStreamRegistry } from './monitoring/event-stream.js';
import { HeartbeatController } from './monitoring/heartbeat.controller.js';
import { IntakeController } from './monitoring/intake/intake.controller.js';
import { PingController } from './monitoring/intake/ping.controller.js';
import { LedgerController } from './monitoring/ledger.controller.js';
import { ReplayController } from './monitoring/replay.controller.js';
import { QuarantineController } from './monitoring/quarantine.controller.js';
import { PluginController } from './monitoring/plugin.controller.js';
import { WebhookController } from './monitoring/webhook.controller.js';
import { InboundController } from './notification/inbound.controller.js';
import { ActionLinkController } from './notification/action-link.controller.js';
import { ConsumptionController } from './notification/consumption.controller.js';
import { EscalationController } from './notification/escalation.controller.js';
import { InhibitionController } from './notification/inhibition.controller.js';
import { NotificationLedgerController } from './notification/notification-ledger.controller.js';
import { NotificationController } from './notification/notification.controller.js';
import { AlertTellingController } from './notification/alert-telling.controller.js';
import { PreviewController } from './notification/preview.controller.js';
import { ProtocolController } from './notification/protocol.controller.js';
import { QuotaController } from './notification/quota.controller.js';
import { ResendController } from './notification/resend.controller.js';
import { OnCallController } from './notification/on-call.controller.js';
import { SilenceController } from './notification/silence.controller.js';
import { SlackAppController } from './notification/slack-app.controller.js';
import { SlackPressController } from './notification/slack-press.controller.js';
import { SubscriptionController } from './notification/subscription.controller.js';

/** The migrations that must have run before this app works: it uses tables of all contexts. */
export const REQUIRED_MIGRATIONS = [
  IdentityModule.migrations,
  MonitoringModule.migrations,
  NotificationModule.migrations,
];

@Module({})
export class ApiModule {
  static forRoot(config: Config, allowedMethods: AllowedMethods): DynamicModule {
    const { database, query, queue, security, http, ingest, plugins, retention, defaultQuota } = config;
    return {
      module: ApiModule,
      imports: [
        CqrsModule.forRoot(),
        TelemetryModule.forRoot(config.tracing, config.predecessors),
        DiscoveryModule,
        DatabaseModule.forRoot(
          database,
          [
            ...IdentityModule.entities,
            ...MonitoringModule.entities(security),
            ...NotificationModule.entities(security),
          ],
          ingest.spool !== null,
        ),
        ClockModule,
        PublicUrlModule.forRoot(http),
        AuditModule,
        ScheduleModule,
        QueryModule.forRoot({
          timeoutMs: query.timeoutMs,
          connections: database.pools.query,
          secret: security.encryptionKey,
          oldSecret: security.oldEncryptionKey,
        }),
        QueueModule.forRoot(queue),
        ChangeFeedModule.forRoot(database.directUrl),
        IdempotencyModule.forRoot(security),
        HealthModule.forRoot(REQUIRED_MIGRATIONS),
        DiskModule.forRoot({
          floor: ingest.diskFloor,
          folders: { database: ingest.databaseDisk, spool: ingest.spool?.dir ?? null },
        }),
        EncryptionKeyModule.forRoot(security, {
          columns: [...MonitoringModule.encrypted, ...NotificationModule.encrypted],
          folder: ingest.spool?.dir ?? null,
        }),
        IdentityModule.forApi({
          rootApiKey: security.rootApiKey,
          process: { app: config.app, port: http.port },
          oidc: security.oidc,
          encryption: security,
          sessionIdleMs: security.sessionIdleMs,
        }),
        NotificationModule.forApi({
          defaultQuota,
          protocols: { ...config.notifications, publicUrl: http.publicUrl },
          encryption: security,
          alerts: MonitoringModule.outbox(retention),
          users: IdentityModule.users,
        }),
        MonitoringModule.forApi({
          encryption: security,
          ingest,
          plugins: { ...plugins, remote: { ...plugins.remote, publicUrl: http.publicUrl } },
          retention,
        }),
      ],
      controllers: [
        ApiKeyController,
        CallerController,
        SessionController,
        SignInController,
        EndpointController,
        AuditLogController,
        WebhookController,
        EventController,
        EventStreamController,
        AlertStreamController,
        StreamTokenController,
        AlertController,
        AlertTimelineController,
        AlertNoteController,
        HeartbeatController,
        IntakeController,
        PingController,
        DeliveryController,
        LedgerController,
        QuarantineController,
        ReplayController,
        PluginController,
        QuotaController,
        ConsumptionController,
        ProtocolController,
        SubscriptionController,
        ActionLinkController,
        SlackAppController,
        SlackPressController,
        InboundController,
        NotificationController,
        NotificationLedgerController,
        ResendController,
        SilenceController,
        InhibitionController,
        EscalationController,
        OnCallController,
        PreviewController,
        AlertTellingController,
        HealthController,
        StartController,
        ConsoleController,
        DocsController,
        ConfigSchemaController,
        ...(http.mcp ? [McpController] : []),
      ],
      providers: [
        ApiDocument,
        EventStreamRegistry,
        StreamSender,
        HttpMetrics,
        ...(http.mcp ? [PlanPool] : []),
        MetricsServer,
        { provide: MetricsAddress, useValue: { host: http.host, port: config.metrics.port } },
        PermissionChecker,
        Documents,
        RequestLimits,
        Refusals,
        FailedAuthentications,
        { provide: RATE_LIMITS, useValue: http.rateLimits },
        { provide: AllowedMethods, useValue: allowedMethods },
        Cookies,
        { provide: SECURE_COOKIES, useValue: http.publicUrl.startsWith('https:') },
        { provide: DOCS_ACCESS, useValue: http.docsAccess },
        AuthGuard,
        { provide: APP_GUARD, useExisting: AuthGuard },
        WebhookRefusals,
        { provide: RefusalObserver, useExisting: WebhookRefusals },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_INTERCEPTOR, useClass: RecordTakenBackInterceptor },
      ],
    };
  }
}
