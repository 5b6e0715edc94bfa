import { AwaitDeliveryHandler } from '../../intake/infrastructure/await-delivery.handler.js';
import { FollowEventsHandler } from '../../events/infrastructure/follow-events.handler.js';
import { GetAlertHandler } from '../../alerts/infrastructure/get-alert.handler.js';
import { GetDeliveryHandler } from '../../intake/infrastructure/get-delivery.handler.js';
import { GetEventHandler } from '../../events/infrastructure/get-event.handler.js';
import { GetLedgerHandler } from '../../intake/infrastructure/get-ledger.handler.js';
import { GetQuarantinedHandler } from '../../events/infrastructure/get-quarantined.handler.js';
import { GetReplayHandler } from '../../processing/infrastructure/get-replay.handler.js';
import { GetVerificationHandler } from '../../webhooks/infrastructure/get-verification.handler.js';
import { GetWebhookHandler } from '../../webhooks/infrastructure/get-webhook.handler.js';
import { ListAlertsHandler } from '../../alerts/infrastructure/list-alerts.handler.js';
import { ListEventsHandler } from '../../events/infrastructure/list-events.handler.js';
import { ListQuarantineHandler } from '../../events/infrastructure/list-quarantine.handler.js';
import { ListWebhooksHandler } from '../../webhooks/infrastructure/list-webhooks.handler.js';
import { StatAlertsHandler } from '../../alerts/infrastructure/stat-alerts.handler.js';
import { StatEventsHandler } from '../../events/infrastructure/stat-events.handler.js';
import { StatQuarantineHandler } from '../../events/infrastructure/stat-quarantine.handler.js';
import { StatWebhooksHandler } from '../../webhooks/infrastructure/stat-webhooks.handler.js';

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
