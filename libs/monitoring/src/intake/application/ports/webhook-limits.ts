import type { AdmittedWebhook } from './webhook-directory.js';

/** Enforces the settings `max_rate` and `max_backlog` of webhooks. */
export abstract class WebhookLimits {
  /**
   * Counts a delivery that is about to be accepted. Decides from memory.
   * @throws KnownWebhookError (unavailable), with the number of seconds to wait, when the webhook is at its limit
   */
  abstract admit(webhook: AdmittedWebhook): void;
}
