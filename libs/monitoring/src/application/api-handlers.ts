import { CountRefusalHandler } from '../intake/application/count-refusal.js';
import { CreateEventHandler } from '../intake/application/create-event.js';
import { CreateWebhookHandler } from '../webhooks/application/create-webhook.js';
import { DeleteWebhookHandler } from '../webhooks/application/delete-webhook.js';
import { DisableWebhookHandler } from '../webhooks/application/disable-webhook.js';
import { EnableWebhookHandler } from '../webhooks/application/enable-webhook.js';
import { ReplayDeliveryHandler } from '../processing/application/replay-delivery.js';
import { RequestReplayHandler } from '../processing/application/request-replay.js';
import { RequestVerificationHandler } from '../webhooks/application/request-verification.js';
import { RotateAccessKeyHandler } from '../webhooks/application/rotate-access-key.js';
import { UpdateWebhookPluginHandler } from '../webhooks/application/update-webhook-plugin.js';
import { UpdateWebhookHandler } from '../webhooks/application/update-webhook.js';
import { AdmitDeliveryHandler } from '../intake/application/admit-delivery.js';
import { ComparePluginHandler } from '../webhooks/application/compare-plugin.js';
import { GetPluginHandler } from '../webhooks/application/get-plugin.js';
import { ListPluginsHandler } from '../webhooks/application/list-plugins.js';
import { PermitSenderHandler } from '../intake/application/permit-sender.js';
import { PreviewPluginHandler } from '../webhooks/application/preview-plugin.js';
import { PreviewWebhookPluginHandler } from '../webhooks/application/preview-webhook-plugin.js';

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
