import type { FlapTerms } from '../../../webhooks/domain/flap-settings.js';

/** A webhook with alerts that no alarm will close. */
export interface Forgotten {
  readonly webhook_uuid: string;
  readonly domain_id: string;
  readonly reason: 'STALE' | 'WEBHOOK_DELETED';
  /** Seconds without news after which an alert of it is stale. */
  readonly stale_after: number;
  /** When its keys are flapping. */
  readonly flap: FlapTerms | null;
}

export abstract class OpenAlerts {
  /** Webhooks of any domain with open alerts that are stale, or that belong to a webhook that is no more. */
  abstract findForgotten(limit: number): Promise<readonly Forgotten[]>;

  /**
   * Closes such alerts of one webhook, up to so many at once. What still waits to be processed comes first: a webhook
   * that is deleted is closed when nothing waits any more, and an alert is stale only as of the oldest that waits.
   * Returns how many it closed; 0 also when another process holds the webhook.
   */
  abstract close(forgotten: Forgotten, limit: number): Promise<number>;
}
