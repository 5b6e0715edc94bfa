import { CarefulReading } from './careful-reading.js';
import { CloseAlertsHandler } from './commands/close-alerts.js';
import { ConfirmSendersHandler } from './commands/confirm-senders.js';
import { FoldLedgerHandler } from './commands/fold-ledger.js';
import { FoldRollUpHandler } from './commands/fold-roll-up.js';
import { ProcessDeliveriesHandler } from './commands/process-deliveries.js';
import { RunReplayHandler } from './commands/run-replay.js';
import { RunVerificationHandler } from './commands/run-verification.js';
import { UpgradePluginsHandler } from './commands/upgrade-plugins.js';
import { ReplayReader } from './replay-reader.js';
import { WakeReplaysHandler } from './commands/wake-replays.js';
import { WakeVerificationsHandler } from './commands/wake-verifications.js';

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
