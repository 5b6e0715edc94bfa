import type { AlertTransition } from '../processing/domain/alert-transition.js';
import type { FeedPosition } from './feed-position.js';

/** A change of an alert, with public ids. */
export interface AlertChange extends Omit<AlertTransition, 'calm_at'> {
  readonly domain_id: string;
  readonly flapping: boolean;
  /** When a key that is flapping is calm, if it opens no further alert. ISO 8601. */
  readonly calm_at: string | null;
  /** ISO 8601. */
  readonly changed_at: string;
  /** The position after this change: reading from here returns the next change. */
  readonly position: FeedPosition;
}

export interface AlertChangesPage {
  readonly changes: readonly AlertChange[];
  /** The position to continue from; `undefined` when everything below the horizon was read. */
  readonly next: FeedPosition | undefined;
}

/**
 * The changes of alerts. The changes of one alert are in the order in which they happened. Changes are kept for 30
 * days, and longer until their readers have passed them.
 */
export abstract class AlertChanges {
  /**
   * Returns the changes of these domains from a position up to the horizon, one page at a time.
   * @param limit the maximum number of changes in one page
   */
  abstract read(
    domains: readonly string[],
    from: FeedPosition,
    horizon: FeedPosition,
    limit: number,
  ): Promise<AlertChangesPage>;
}
