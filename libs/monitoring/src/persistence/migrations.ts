import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { CreateAccessKeyUse1795900000101 } from './migrations/1795900000101-create-access-key-use.js';
import { CreateWebhookRefusal1795910000101 } from './migrations/1795910000101-create-webhook-refusal.js';
import { HoldFirings1795900000201 } from './migrations/1795900000201-hold-firings.js';
import { RememberSignedDeliveries1795910000102 } from './migrations/1795910000102-remember-signed-deliveries.js';
import { ScheduleHeartbeats1795950002001 } from './migrations/1795950002001-schedule-heartbeats.js';
import { DescribeAlerts1796000000101 } from './migrations/1796000000101-describe-alerts.js';
import { AssignAlerts1796100000201 } from './migrations/1796100000201-assign-alerts.js';
import { ResolveAlerts1796100000101 } from './migrations/1796100000101-resolve-alerts.js';
import { AddRule1795700000501 } from './migrations/1795700000501-create-schema-of-0-2.js';
import { IndexChangesByAlert1796100000301 } from './migrations/1796100000301-index-changes-by-alert.js';
import { ActFromReceivers1796200000102 } from './migrations/1796200000102-act-from-receivers.js';
import { MarkManagedRecords1796300000201 } from './migrations/1796300000201-mark-managed-records.js';
import { PauseVerifications1796400000111 } from './migrations/1796400000111-pause-verifications.js';
import { ShowEscalations1796200000702 } from './migrations/1796200000702-show-escalations.js';
import { NoteCalm1795950000101 } from './migrations/1795950000101-note-calm.js';
import { TellChangesWithoutWebhooks1795800000101 } from './migrations/1795800000101-tell-changes-without-webhooks.js';

/** The migrations of this context. They run in the order of their timestamps. */
export const MIGRATIONS: ContextMigrations['migrations'] = [
  AddRule1795700000501,
  TellChangesWithoutWebhooks1795800000101,
  CreateAccessKeyUse1795900000101,
  HoldFirings1795900000201,
  CreateWebhookRefusal1795910000101,
  RememberSignedDeliveries1795910000102,
  NoteCalm1795950000101,
  ScheduleHeartbeats1795950002001,
  DescribeAlerts1796000000101,
  ResolveAlerts1796100000101,
  AssignAlerts1796100000201,
  IndexChangesByAlert1796100000301,
  ActFromReceivers1796200000102,
  ShowEscalations1796200000702,
  MarkManagedRecords1796300000201,
  PauseVerifications1796400000111,
];
