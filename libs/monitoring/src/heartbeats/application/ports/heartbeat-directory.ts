import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';

/** The heartbeats that can be pinged, cached in memory. */
export abstract class HeartbeatDirectory {
  /**
   * Returns whether the webhook accepts pings of this heartbeat, from the cache if possible. Only the database can tell that a
   * heartbeat does not exist. While the database is unavailable, every name is accepted.
   */
  abstract isPingAccepted(webhook: AdmittedWebhook, name: string): boolean | Promise<boolean>;
}
