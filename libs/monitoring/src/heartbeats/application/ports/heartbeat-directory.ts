import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';

/** The names that can be pinged, at the speed of memory. */
export abstract class HeartbeatDirectory {
  /**
   * Whether the webhook takes pings of this name. Answers at once where it can; that there is none is always the
   * database's word, and while that is away every name may be one.
   */
  abstract takes(webhook: AdmittedWebhook, name: string): boolean | Promise<boolean>;
}
