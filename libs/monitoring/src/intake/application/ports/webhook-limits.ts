import type { AdmittedWebhook } from './webhook-directory.js';

/** Holds webhooks to their settings `max_rate` and `max_backlog`. */
export abstract class WebhookLimits {
  /**
   * Counts one delivery that is about to be accepted. Answers from memory.
   * @throws ERROR_UNAVAILABLE, with the seconds after which there may be room, when the webhook is at its limit
   */
  abstract admit(webhook: AdmittedWebhook): void;

  /** Counts one that was sent away for another reason, in the health of the webhook. Answers from memory. */
  abstract countRefusal(webhook: AdmittedWebhook, reason: string): void;
}
