import { AwaitDeliveryHandler } from './await-delivery.handler.js';
import { FollowEventsHandler } from './follow-events.handler.js';
import { GetAlertHandler } from './get-alert.handler.js';
import { GetDeliveryHandler } from './get-delivery.handler.js';
import { GetEventHandler } from './get-event.handler.js';
import { GetLedgerHandler } from './get-ledger.handler.js';
import { GetQuarantinedHandler } from './get-quarantined.handler.js';
import { GetReplayHandler } from './get-replay.handler.js';
import { GetVerificationHandler } from './get-verification.handler.js';
import { GetWebhookHandler } from './get-webhook.handler.js';
import { ListAlertsHandler } from './list-alerts.handler.js';
import { ListEventsHandler } from './list-events.handler.js';
import { ListQuarantineHandler } from './list-quarantine.handler.js';
import { ListWebhooksHandler } from './list-webhooks.handler.js';
import { StatAlertsHandler } from './stat-alerts.handler.js';
import { StatEventsHandler } from './stat-events.handler.js';
import { StatQuarantineHandler } from './stat-quarantine.handler.js';
import { StatWebhooksHandler } from './stat-webhooks.handler.js';

/** The read side of the API. */
export const QUERY_HANDLERS = [
  GetReplayHandler,
  AwaitDeliveryHandler,
  GetDeliveryHandler,
  GetLedgerHandler,
  GetEventHandler,
  ListEventsHandler,
  StatEventsHandler,
  FollowEventsHandler,
  GetQuarantinedHandler,
  ListQuarantineHandler,
  StatQuarantineHandler,
  GetAlertHandler,
  ListAlertsHandler,
  StatAlertsHandler,
  GetWebhookHandler,
  ListWebhooksHandler,
  StatWebhooksHandler,
  GetVerificationHandler,
];
