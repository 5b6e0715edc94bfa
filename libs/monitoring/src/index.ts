export { MonitoringModule } from './monitoring.module.js';

export {
  AcknowledgeAlert,
  AcknowledgeAlerts,
  AssignAlert,
  ResolveAlert,
  ResolveAlerts,
  UnacknowledgeAlert,
} from './alerts/application/change-alerts.js';
export { AddNote, DeleteNote, ListNotes } from './alerts/application/notes.js';
export { checkQuietFor } from './alerts/domain/user-acts.js';
export { CountRefusal } from './intake/application/count-refusal.js';
export { AcceptDelivery, type ReceivedDelivery } from './intake/application/accept-delivery.js';
export { AcceptPing, type HeartbeatSignal } from './heartbeats/application/accept-ping.js';
export {
  DeleteWebhook,
  DisableWebhook,
  EnableWebhook,
  RotateAccessKey,
  UpdateWebhook,
} from './webhooks/application/change-webhook.js';
export { CreateWebhook } from './webhooks/application/create-webhook.js';
export { ProcessDeliveries } from './processing/application/process-deliveries.js';
export { DeleteHeartbeat, PutHeartbeat } from './heartbeats/application/put-heartbeat.js';
export { CancelReplay } from './processing/application/request-replay.js';
export { ReplayDelivery } from './processing/application/replay-delivery.js';
export { RequestReplay } from './processing/application/request-replay.js';
export { RequestVerification } from './webhooks/application/request-verification.js';
export { RunReplay } from './processing/application/run-replay.js';
export { RunVerification } from './webhooks/application/run-verification.js';
export { UpdateWebhookPlugin } from './webhooks/application/update-webhook-plugin.js';

export { AdmitDelivery } from './intake/application/admit-delivery.js';
export { AwaitDelivery } from './intake/application/get-delivery.js';
export { ComparePlugin } from './webhooks/application/compare-plugin.js';
export { FindBacklog } from './processing/application/find-backlog.js';
export { FollowAlerts } from './alerts/application/read-alerts.js';
export { FollowEvents } from './events/application/read-events.js';
export type { FeedMessage, FeedReader } from './feed/follower.js';
export { GetAlertTimeline, type AlertTimeline } from './alerts/application/get-alert-timeline.js';
export { formatTime, TIMELINE_KINDS, TIMELINE_PARTS, type TimelineEntry } from './alerts/domain/timeline.js';
export { GetAlert, ListAlerts, StatAlerts } from './alerts/application/read-alerts.js';
export { GetDelivery } from './intake/application/get-delivery.js';
export { GetEvent, ListEvents, StatEvents } from './events/application/read-events.js';
export { GetHeartbeat, ListHeartbeats, StatHeartbeats } from './heartbeats/application/read-heartbeats.js';
export { GetLedger } from './intake/application/get-ledger.js';
export { GetPlugin } from './webhooks/application/read-plugins.js';
export { GetQuarantined, ListQuarantine, StatQuarantine } from './events/application/read-quarantine.js';
export { GetReplay, REPLAY_STATES, type ReplayState } from './processing/application/get-replay.js';
export { GetVerification } from './webhooks/application/read-webhooks.js';
export { GetWebhook, ListWebhooks, StatWebhooks } from './webhooks/application/read-webhooks.js';
export { ListPlugins } from './webhooks/application/read-plugins.js';
export { GetPreflightHeaders } from './intake/application/get-preflight-headers.js';
export { PreviewPlugin } from './webhooks/application/preview-plugin.js';
export { PreviewWebhookPlugin } from './webhooks/application/preview-plugin.js';

export { KnownWebhookError } from './intake/application/count-refusal.js';
export type { RefusedWebhook } from './intake/application/count-refusal.js';
export type { AdmittedWebhook } from './intake/application/ports/webhook-directory.js';
export { ALERT_FIELDS, ALERT_FILTER, ALERT_STATES } from './alerts/domain/alert-record.js';
export { MAX_ASSIGNEE_LENGTH } from './alerts/domain/user-acts.js';
export { NOTE_FIELDS } from './alerts/domain/note.js';
export { MAX_NOTE_LENGTH } from './processing/domain/sender-note.js';
export { HEARTBEAT_FIELDS, HEARTBEAT_FILTER } from './heartbeats/domain/heartbeat-record.js';
export {
  ANY_DELIVERY,
  isHeartbeatName,
  NAME_REQUIREMENT,
  TERM_CHECKS,
} from './webhooks/domain/heartbeat-terms.js';
export { VERIFICATION_FIELDS, WEBHOOK_FIELDS } from './webhooks/domain/webhook-record.js';
export { FLAP_RANGES, MAX_WEBHOOK_LABELS } from './webhooks/domain/webhook-settings.js';
export { HEARTBEATS_MODES, type HeartbeatsMode } from './webhooks/domain/heartbeat-settings.js';
export { CHANGE_KINDS } from './processing/domain/correlation.js';
export { EVENT_FIELDS, EVENT_FILTER } from './events/domain/event-record.js';
export { QUARANTINE_FILTER, QUARANTINE_FIELDS } from './events/application/read-quarantine.js';
export {
  EVENT_TYPES,
  SEVERITIES,
  TIME_KINDS,
  type Severity,
  type TimeKind,
} from '#senders/plugin-api/event.js';
export { overloadRetry } from './intake/domain/overload-retry.js';
export { REMOTE_LIMITS } from '#senders/plugin-api/remote-plugin.js';
export { UPGRADE_MODES, type UpgradeMode } from './webhooks/domain/webhook.js';
export { DEFAULT_SEVERITIES, type DefaultSeverity } from '#senders/plugin-api/default-severity.js';
export { SIGNATURE_SCHEMES, type SignatureScheme } from './webhooks/domain/signature-settings.js';
export { WEBHOOK_STATES, type WebhookState } from './webhooks/domain/webhook.js';

// For `tocsin doctor`, which asks the database itself.
export { LACKS_WORKER, WORKER_VERSIONS } from './webhooks/tables/worker-versions.js';

// For the demonstration, which has a past.
export { appendPastDeliveries } from './intake/tables/append-deliveries.js';

// For tools that run plugins on bodies without a server.
export { parseDelivery } from '#senders/plugin-api/parse-delivery.js';
export { parsePosted } from '#senders/plugin-api/parse-posted.js';
export type {
  AnyPlugin,
  Plugin,
  PluginAcknowledgement,
  PluginEvent,
  PluginOptions,
  PluginOutcome,
} from '#senders/plugin-api/plugin.js';
export { parseDeliveryBody } from '#senders/body/parse-delivery-body.js';
export { BUILT_IN_PLUGINS } from '#senders/built-in.js';
export { findConformanceProblems } from '#senders/plugin-api/conformance.js';
export { createAsyncPlugins } from '#senders/async-plugins.js';
export { PluginRegistry } from '#senders/registry.js';
export { parseSeverity } from '#senders/vocabulary/severity.js';
