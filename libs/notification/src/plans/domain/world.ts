import type { HeldTimes } from '../../inhibitions/domain/preview-held.js';

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
  readonly held: ReadonlyMap<string, readonly HeldTimes[]>;
}

/**
 * Returns when a silence ends that keeps an alert quiet at this time; `undefined` if none does.
 * @param matched a character for each query, `1` if it finds the alert
 */
export function findSilenceEnd({ silences }: World, matched: string, at: number): number | undefined {
  for (const { query, findEnd } of silences) {
    const end = matched[query] === '1' ? findEnd(at) : undefined;
    if (end !== undefined) return end;
  }
  return undefined;
}

/**
 * As {@link findSilenceEnd}, but for what inhibitions hold back.
 * @param isKept whether something of the alert was kept before: what an ended source held back settles first
 */
export function findHeldEnd(
  { held }: World,
  alert_id: string,
  at: number,
  isKept: boolean,
): number | undefined {
  for (const times of held.get(alert_id) ?? []) {
    const told = times.findTold(at, isKept);
    if (told !== undefined) return told;
  }
  return undefined;
}
