import type { AdmittedWebhook } from './webhook-directory.js';

/** Enforces the settings `max_rate` and `max_backlog` of webhooks. */
export abstract class WebhookLimits {
  /**
   * Counts a delivery that is about to be accepted. Decides from memory.
   * @throws ERROR_UNAVAILABLE, with the number of seconds to wait, when the webhook is at its limit
   */
  abstract admit(webhook: AdmittedWebhook): void;

  /** Counts in the health of the webhook a delivery that was refused for another reason. Only updates memory. */
  abstract countRefusal(webhook: AdmittedWebhook, reason: string): void;
}
