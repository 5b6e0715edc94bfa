export { NotificationModule } from './notification.module.js';

export {
  DeleteSubscription,
  DisableSubscription,
  EnableSubscription,
} from './subscriptions/application/change-subscription-state.js';
export { CreateSubscription } from './subscriptions/application/create-subscription.js';
export {
  CancelResend,
  GetResend,
  RequestResend,
  ResendNotification,
} from './delivery/application/resends.js';
export { RotateSigningSecret } from './subscriptions/application/rotate-signing-secret.js';
export { CloseInbound, RotateInboundKey } from './subscriptions/application/inbound-address.js';
export { TakeInboundWebhook, type InboundResult } from './inbound/application/take-inbound-webhook.js';
export { UpdateSubscription } from './subscriptions/application/update-subscription.js';
export { VerifySubscription } from './subscriptions/application/verify-subscription.js';
export {
  CreateSilence,
  DeleteSilence,
  ExpireSilence,
  UpdateSilence,
} from './silences/application/change-silence.js';
export {
  CreateInhibition,
  DeleteInhibition,
  UpdateInhibition,
} from './inhibitions/application/change-inhibition.js';
export {
  CreateEscalation,
  DeleteEscalation,
  UpdateEscalation,
} from './escalations/application/change-escalation.js';
export { CreateOnCall, DeleteOnCall, UpdateOnCall } from './on-call/application/change-on-call.js';
export { WakeSender } from './delivery/application/send-notifications.js';
export {
  ActByLink,
  ReadActionLink,
  type LinkRefusal,
  type LinkState,
  type LinkSubject,
} from './actions/application/act-by-link.js';
export type { LinkAction } from './actions/domain/action-token.js';
export { describeAcknowledgement, describeResolution } from './actions/application/describe-end.js';
export { PressSlackButton } from './slack/application/press-slack-button.js';
export { CreateSlackApp, DeleteSlackApp, UpdateSlackApp } from './slack/application/change-slack-app.js';
export { CreateQuota, DeleteQuota, UpdateQuota } from './quotas/application/change-quota.js';
export { ConsumeQuota } from './quotas/application/consume-quota.js';
export { ReleaseQuota } from './quotas/application/release-quota.js';

export { GetAlertTelling, type AlertTelling } from './delivery/application/get-alert-telling.js';
export { GetAlertTellings } from './delivery/application/get-alert-telling.js';
export { TELLING } from './delivery/domain/telling-record.js';
export {
  MAX_UNTOLD,
  PreviewTelling,
  UNTOLD_REASONS,
  type TellingPreview,
} from './delivery/application/preview-telling.js';
export { TELLING_KINDS, TELLING_PARTS, type TellingEntry } from './delivery/domain/alert-telling.js';
export { GetNotificationLedger } from './delivery/application/read-notifications.js';
export {
  GetNotification,
  ListNotifications,
  StatNotifications,
} from './delivery/application/read-notifications.js';
export { GetProtocol } from './protocols/application/read-protocols.js';
export {
  GetSubscription,
  ListSubscriptions,
  StatSubscriptions,
} from './subscriptions/application/read-subscriptions.js';
export { ListProtocols } from './protocols/application/read-protocols.js';
export {
  GetSlackApp,
  ListSlackApps,
  StatSlackApps,
  SLACK_APP,
  SLACK_APP_FILTER,
} from './slack/application/read-slack-apps.js';
export {
  GetSilence,
  ListSilences,
  StatSilences,
  SILENCE,
  SILENCE_FILTER,
} from './silences/application/read-silences.js';
export {
  GetOnCall,
  GetOnCallAt,
  GetOnCallShifts,
  ListOnCalls,
  ON_CALL_STATES,
  StatOnCalls,
  ON_CALL,
  ON_CALL_FILTER,
} from './on-call/application/read-on-calls.js';
export { PreviewSilence } from './silences/application/preview-silence.js';
export {
  GetInhibition,
  ListInhibitions,
  StatInhibitions,
  INHIBITION,
  INHIBITION_FILTER,
} from './inhibitions/application/read-inhibitions.js';
export {
  GetEscalation,
  ListEscalations,
  StatEscalations,
  ESCALATION,
  ESCALATION_FILTER,
} from './escalations/application/read-escalations.js';
export { findUnreached } from './escalations/tables/find-unreached.js';
export { PreviewEscalation } from './escalations/application/preview-escalation.js';
export { PreviewInhibition } from './inhibitions/application/preview-inhibition.js';
export { PreviewPlan } from './plans/application/preview-plan.js';
export { PreviewMessage } from './delivery/application/preview-message.js';
export { PreviewSubscription } from './subscriptions/application/preview-subscription.js';
export {
  GetQuota,
  GetQuotaUsage,
  ListQuotas,
  QUOTA,
  SimulateQuota,
  StatQuotas,
  StatQuotaUsages,
} from './quotas/application/read-quotas.js';

export { MAX_AMOUNT, type ConsumptionOutcome } from './quotas/domain/consumption.js';
export { getWindowLimit, QUOTA_WINDOWS, type QuotaLimit } from './quotas/domain/quota-limit.js';
export { getWindowEnd, getWindowSeconds } from './quotas/domain/quota-limit.js';

export { formatTime } from './protocols/summarize.js';
export { CONSOLE_PAGES } from './protocols/sent-message.js';
export { NOTIFICATION, NOTIFICATION_FILTER } from './delivery/domain/notification-record.js';
export { RESEND_STATES, type ResendState } from './delivery/application/resends.js';
export {
  MAX_ACKNOWLEDGED_SECONDS,
  MAX_AFTER_SECONDS,
  MAX_REPEATS,
  MAX_STEP_SUBSCRIPTIONS,
  MAX_STEPS,
  MIN_EVERY_SECONDS,
  UNTIL_VALUES,
  type Until,
} from './escalations/domain/escalation.js';
export { INHIBITION_TIMES } from './inhibitions/domain/inhibition.js';
export {
  EQUAL_FIELDS,
  EQUAL_FIELDS_REASON,
  isEqualField,
  MAX_EQUAL_FIELDS,
} from './inhibitions/domain/equal-fields.js';
export { TIME_OF_DAY_PATTERN } from './silences/domain/weekly-window.js';
export { MAX_MEMBERS } from './on-call/domain/member.js';
export { MAX_OVERRIDES } from './on-call/domain/override.js';
export { CAUSES, GAP_REASONS } from './on-call/domain/roster.js';
export { LOCAL_DATE_PATTERN, SHIFT_PATTERN, SHIFT_REASON } from './on-call/domain/rotation.js';
export { SAMPLE_NOTICE } from './protocols/sample-notice.js';
export { MAX_TEMPLATE_LENGTH } from './protocols/templates.js';
export { REMINDER_TYPE, TEST_TYPE } from './protocols/sent-message.js';
export { findSecretProblem, SIGNING_SECRET_PATTERN } from './subscriptions/domain/subscription.js';
export { NOTIFICATION_KINDS } from './subscriptions/application/validate-fields.js';
export {
  GROUP_FIELDS,
  GROUP_FIELDS_REASON,
  isGroupField,
  MAX_INTERVAL_SECONDS,
  MAX_WAIT_SECONDS,
  MAX_GROUP_FIELDS,
  MIN_INTERVAL_SECONDS,
  type Group,
} from './subscriptions/domain/group.js';
export {
  MAX_REMIND_SECONDS,
  MIN_REMIND_SECONDS,
  REMIND_ENDS,
  type RemindEnd,
} from './subscriptions/domain/remind.js';
export {
  SUBSCRIPTION,
  SUBSCRIPTION_FILTER,
  SUBSCRIPTION_TRIGGERS,
} from './subscriptions/domain/subscription-record.js';
