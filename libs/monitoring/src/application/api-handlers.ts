import { CountRefusalHandler } from './commands/count-refusal.js';
import { CreateEventHandler } from './commands/create-event.js';
import { CreateWebhookHandler } from './commands/create-webhook.js';
import { DeleteWebhookHandler } from './commands/delete-webhook.js';
import { DisableWebhookHandler } from './commands/disable-webhook.js';
import { EnableWebhookHandler } from './commands/enable-webhook.js';
import { ReplayDeliveryHandler } from './commands/replay-delivery.js';
import { RequestReplayHandler } from './commands/request-replay.js';
import { RequestVerificationHandler } from './commands/request-verification.js';
import { RotateAccessKeyHandler } from './commands/rotate-access-key.js';
import { UpdateWebhookPluginHandler } from './commands/update-webhook-plugin.js';
import { UpdateWebhookHandler } from './commands/update-webhook.js';
import { AdmitDeliveryHandler } from './queries/admit-delivery.js';
import { ComparePluginHandler } from './queries/compare-plugin.js';
import { GetPluginHandler } from './queries/get-plugin.js';
import { ListPluginsHandler } from './queries/list-plugins.js';
import { PermitSenderHandler } from './queries/permit-sender.js';
import { PreviewPluginHandler } from './queries/preview-plugin.js';
import { PreviewWebhookPluginHandler } from './queries/preview-webhook-plugin.js';

/** What the API does itself. */
export const API_HANDLERS = [
  AdmitDeliveryHandler,
  PermitSenderHandler,
  CountRefusalHandler,
  CreateEventHandler,
  ReplayDeliveryHandler,
  RequestReplayHandler,
  CreateWebhookHandler,
  UpdateWebhookHandler,
  UpdateWebhookPluginHandler,
  EnableWebhookHandler,
  DisableWebhookHandler,
  DeleteWebhookHandler,
  RotateAccessKeyHandler,
  RequestVerificationHandler,
  ListPluginsHandler,
  GetPluginHandler,
  PreviewPluginHandler,
  PreviewWebhookPluginHandler,
  ComparePluginHandler,
];
