export { MonitoringModule } from './monitoring.module.js';

export { CloseAlerts } from './application/commands/close-alerts.js';
export { CreateEvent } from './application/commands/create-event.js';
export { CreateWebhook } from './application/commands/create-webhook.js';
export { DeleteWebhook } from './application/commands/delete-webhook.js';
export { DisableWebhook } from './application/commands/disable-webhook.js';
export { EnableWebhook } from './application/commands/enable-webhook.js';
export { FoldLedger } from './application/commands/fold-ledger.js';
export { FoldRollUp } from './application/commands/fold-roll-up.js';
export { ProcessDeliveries } from './application/commands/process-deliveries.js';
export { RequestVerification } from './application/commands/request-verification.js';
export { RotateAccessKey } from './application/commands/rotate-access-key.js';
export { RunVerification } from './application/commands/run-verification.js';
export { UpdateWebhook } from './application/commands/update-webhook.js';
export { UpdateWebhookPlugin } from './application/commands/update-webhook-plugin.js';
export { WakeVerifications } from './application/commands/wake-verifications.js';

export { AdmitDelivery } from './application/queries/admit-delivery.js';
export { AwaitDelivery } from './application/queries/await-delivery.js';
export { FindBacklog } from './application/queries/find-backlog.js';
export { FollowEvents, type FedEvent, type FeedReader } from './application/queries/follow-events.js';
export { GetAlert } from './application/queries/get-alert.js';
export { GetDelivery } from './application/queries/get-delivery.js';
export { GetEvent } from './application/queries/get-event.js';
export { GetLedger } from './application/queries/get-ledger.js';
export { GetPlugin } from './application/queries/get-plugin.js';
export { GetVerification } from './application/queries/get-verification.js';
export { GetWebhook } from './application/queries/get-webhook.js';
export { ListAlerts } from './application/queries/list-alerts.js';
export { ListEvents } from './application/queries/list-events.js';
export { ListPlugins } from './application/queries/list-plugins.js';
export { ListWebhooks } from './application/queries/list-webhooks.js';
export { PermitSender } from './application/queries/permit-sender.js';
export { PreviewPlugin } from './application/queries/preview-plugin.js';
export { StatAlerts } from './application/queries/stat-alerts.js';
export { StatEvents } from './application/queries/stat-events.js';
export { StatWebhooks } from './application/queries/stat-webhooks.js';

export type { AdmittedWebhook } from './application/ports/webhook-directory.js';
export { ALERT_STATES, RESOLVED_REASONS, type AlertState, type ResolvedReason } from './domain/alert.js';
export { EVENT_TYPES, SEVERITIES } from './domain/event.js';
export { UPGRADE_MODES, type UpgradeMode } from './domain/plugin-version.js';
export { VERIFICATION_STATES, type VerificationState } from './domain/verification.js';
export { SIGNATURE_SCHEMES, type SignatureScheme } from './domain/signature-settings.js';
export { WEBHOOK_STATES, type WebhookState } from './domain/webhook.js';

// For tools that run plugins over bodies without a server.
export { parseDelivery } from './domain/parse-delivery.js';
export type { AnyPlugin, Plugin, PluginEvent, PluginOptions, PluginOutcome } from './domain/plugin.js';
export { readBody } from './domain/read-body.js';
export { BUILT_IN_PLUGINS } from './plugins/built-in.js';
export { conformanceProblems } from './plugins/conformance.js';
export { pluginsElsewhere } from './plugins/elsewhere.js';
export { PluginRegistry } from './plugins/plugin-registry.js';
export { severityOf } from './plugins/reading/severity.js';
