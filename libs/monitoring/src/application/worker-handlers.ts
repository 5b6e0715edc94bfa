import { CarefulReading } from '../processing/application/careful-reading.js';
import { CloseAlertsHandler } from '../alerts/application/close-alerts.js';
import { ConfirmSendersHandler } from '../processing/application/confirm-senders.js';
import { FoldLedgerHandler } from '../maintenance/application/fold-ledger.js';
import { FoldRollUpHandler } from '../maintenance/application/fold-roll-up.js';
import { ProcessDeliveriesHandler } from '../processing/application/process-deliveries.js';
import { RunReplayHandler } from '../processing/application/run-replay.js';
import { RunVerificationHandler } from '../webhooks/application/run-verification.js';
import { UpgradePluginsHandler } from '../webhooks/application/upgrade-plugins.js';
import { ReplayReader } from '../processing/application/replay-reader.js';
import { WakeReplaysHandler } from '../processing/application/wake-replays.js';
import { WakeVerificationsHandler } from '../webhooks/application/wake-verifications.js';

/** What workers do. */
export const WORKER_HANDLERS = [
  CarefulReading,
  ReplayReader,
  CloseAlertsHandler,
  RunReplayHandler,
  WakeReplaysHandler,
  FoldRollUpHandler,
  FoldLedgerHandler,
  ConfirmSendersHandler,
  ProcessDeliveriesHandler,
  RunVerificationHandler,
  UpgradePluginsHandler,
  WakeVerificationsHandler,
];
