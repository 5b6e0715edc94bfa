import type { AlertTransition } from '../processing/domain/alert-transition.js';
import type { FeedPosition } from './feed-position.js';

/** A change of an alert, with public ids. */
export interface AlertChange extends AlertTransition {
  readonly domain_id: string;
  readonly flapping: boolean;
  /** ISO 8601. */
  readonly changed_at: string;
  /** Reading from here goes on behind it. */
  readonly position: FeedPosition;
}

export interface AlertChangesPage {
  readonly changes: readonly AlertChange[];
  /** Where to go on; `undefined` when there was no more below the horizon. */
  readonly next: FeedPosition | undefined;
}

/** The changes of alerts, those of each in the order in which they happened. They are kept for 30 days, and until their readers have passed them. */
export abstract class AlertChanges {
  /**
   * What these domains have from a position up to the horizon, the beginning of it.
   * @param limit changes of any domain that are looked at
   */
  abstract read(
    domains: readonly string[],
    from: FeedPosition,
    horizon: FeedPosition,
    limit: number,
  ): Promise<AlertChangesPage>;
}
