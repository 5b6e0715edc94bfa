import type { HeldSpan } from '../../inhibitions/domain/preview-held.js';

/** What of a subscription decides which changes it is notified of. */
export interface PlannedSubscription {
  readonly kinds: readonly string[];
  /** Whether the protocol keeps a state for each alert. */
  readonly tracksAlerts: boolean;
  /** The number of its query. */
  readonly query: number;
}

export interface PlannedSilence {
  /** The number of its query. */
  readonly query: number;
  /** Returns when the silence that applies at this time ends; `undefined` if it does not apply. Both are in milliseconds. */
  readonly findEnd: (at: number) => number | undefined;
}

/** What decides who is told of a change: as it is stored, or as it would be. */
export interface World {
  /** In all worlds the same in each place; `undefined`: it does not exist in this one, or is disabled. */
  readonly subscriptions: readonly (PlannedSubscription | undefined)[];
  readonly silences: readonly PlannedSilence[];
  /** When inhibitions hold alerts back, by uuid. */
  readonly held: ReadonlyMap<string, readonly HeldSpan[]>;
}
