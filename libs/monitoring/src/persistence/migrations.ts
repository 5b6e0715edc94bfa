import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { CreateAccessKeyUse1795900000101 } from './migrations/1795900000101-create-access-key-use.js';
import { CreateWebhookRefusal1795910000101 } from './migrations/1795910000101-create-webhook-refusal.js';
import { HoldFirings1795900000201 } from './migrations/1795900000201-hold-firings.js';
import { RememberSignedDeliveries1795910000102 } from './migrations/1795910000102-remember-signed-deliveries.js';
import { ScheduleHeartbeats1795950002001 } from './migrations/1795950002001-schedule-heartbeats.js';
import { CountAlertsAndDays1795186000001 } from './migrations/1795186000001-count-alerts-and-days.js';
import { CountDaysFromIndex1795186000002 } from './migrations/1795186000002-count-days-from-index.js';
import { CreateConfirmation1795185000002 } from './migrations/1795185000002-create-confirmation.js';
import { CreateDeliveryLog1795176000003 } from './migrations/1795176000003-create-delivery-log.js';
import { CreateEvent1795176000004 } from './migrations/1795176000004-create-event.js';
import { CreateFeedAndRollUp1795176000005 } from './migrations/1795176000005-create-feed-and-roll-up.js';
import { CreateHeartbeat1795310000301 } from './migrations/1795310000301-create-heartbeat.js';
import { CountHeartbeats1795310000302 } from './migrations/1795310000302-count-heartbeats.js';
import { CreateLedger1795187000002 } from './migrations/1795187000002-create-ledger.js';
import { CreateWebhook1795176000002 } from './migrations/1795176000002-create-webhook.js';
import { CreateWebhookIntake1795183000001 } from './migrations/1795183000001-create-webhook-intake.js';
import { FindIncidents1795182000002 } from './migrations/1795182000002-find-incidents.js';
import { IndexQueries1795176002001 } from './migrations/1795176002001-index-queries.js';
import { ListQuarantine1795182000003 } from './migrations/1795182000003-list-quarantine.js';
import { CreateReplay1795182000004 } from './migrations/1795182000004-create-replay.js';
import { NumberFeed1795187000001 } from './migrations/1795187000001-number-feed.js';
import { PostponeWebhooks1795182000001 } from './migrations/1795182000001-postpone-webhooks.js';
import { SignDeliveries1795185000001 } from './migrations/1795185000001-sign-deliveries.js';
import { UpgradePlugins1795184000001 } from './migrations/1795184000001-upgrade-plugins.js';
import { ChainSegments1795189000001 } from './migrations/1795189000001-chain-segments.js';
import { SuspectDeliveries1795189000002 } from './migrations/1795189000002-suspect-deliveries.js';
import { HearRepeats1795190000001 } from './migrations/1795190000001-hear-repeats.js';
import { RememberEventTimes1795202000001 } from './migrations/1795202000001-remember-event-times.js';
import { MarkSpools1795202000002 } from './migrations/1795202000002-mark-spools.js';
import { CreateAlertChange1795410000101 } from './migrations/1795410000101-create-alert-change.js';
import { AcknowledgeAlerts1795420000101 } from './migrations/1795420000101-acknowledge-alerts.js';
import { FindMissingHeartbeats1795430000102 } from './migrations/1795430000102-find-missing-heartbeats.js';
import { NoteOpenings1795430000101 } from './migrations/1795430000101-note-openings.js';
import { KeepDecisions1795430000103 } from './migrations/1795430000103-keep-decisions.js';
import { FindAlertChanges1795500000302 } from './migrations/1795500000302-find-alert-changes.js';
import { NumberChanges1795600000101 } from './migrations/1795600000101-number-changes.js';
import { CancelReplays1795600000201 } from './migrations/1795600000201-cancel-replays.js';
import { CountSilence1795600000304 } from './migrations/1795600000304-count-silence.js';
import { AddRule1795700000501 } from './migrations/1795700000501-add-rule.js';
import { NoteCalm1795950000101 } from './migrations/1795950000101-note-calm.js';
import { TellChangesWithoutWebhooks1795800000101 } from './migrations/1795800000101-tell-changes-without-webhooks.js';
import { NoteAlertChangeReaders1795440000101 } from './migrations/1795440000101-note-alert-change-readers.js';
import { BoundQuarantine1795310000102 } from './migrations/1795310000102-bound-quarantine.js';
import { RememberBacklogs1795191000401 } from './migrations/1795191000401-remember-backlogs.js';
import { WakeVerifications1795183000002 } from './migrations/1795183000002-wake-verifications.js';
import { PageNewestEvents1795192000201 } from './migrations/1795192000201-page-newest-events.js';
import { CountFallbacks1795193000301 } from './migrations/1795193000301-count-fallbacks.js';
import { RecordLostDeliveries1795310000101 } from './migrations/1795310000101-record-lost-deliveries.js';

/** The migrations of this context. They run in the order of their timestamps. */
export const MIGRATIONS: ContextMigrations['migrations'] = [
  CreateWebhook1795176000002,
  CreateDeliveryLog1795176000003,
  CreateEvent1795176000004,
  CreateFeedAndRollUp1795176000005,
  IndexQueries1795176002001,
  PostponeWebhooks1795182000001,
  FindIncidents1795182000002,
  ListQuarantine1795182000003,
  CreateReplay1795182000004,
  CreateWebhookIntake1795183000001,
  WakeVerifications1795183000002,
  UpgradePlugins1795184000001,
  SignDeliveries1795185000001,
  CreateConfirmation1795185000002,
  CountAlertsAndDays1795186000001,
  CountDaysFromIndex1795186000002,
  NumberFeed1795187000001,
  CreateLedger1795187000002,
  ChainSegments1795189000001,
  SuspectDeliveries1795189000002,
  HearRepeats1795190000001,
  RememberBacklogs1795191000401,
  PageNewestEvents1795192000201,
  CountFallbacks1795193000301,
  RememberEventTimes1795202000001,
  MarkSpools1795202000002,
  RecordLostDeliveries1795310000101,
  BoundQuarantine1795310000102,
  CreateHeartbeat1795310000301,
  CountHeartbeats1795310000302,
  CreateAlertChange1795410000101,
  AcknowledgeAlerts1795420000101,
  NoteOpenings1795430000101,
  FindMissingHeartbeats1795430000102,
  KeepDecisions1795430000103,
  NoteAlertChangeReaders1795440000101,
  FindAlertChanges1795500000302,
  NumberChanges1795600000101,
  CancelReplays1795600000201,
  CountSilence1795600000304,
  AddRule1795700000501,
  TellChangesWithoutWebhooks1795800000101,
  CreateAccessKeyUse1795900000101,
  HoldFirings1795900000201,
  CreateWebhookRefusal1795910000101,
  RememberSignedDeliveries1795910000102,
  NoteCalm1795950000101,
  ScheduleHeartbeats1795950002001,
];
