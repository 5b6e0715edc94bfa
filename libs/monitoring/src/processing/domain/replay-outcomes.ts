import type { Alarm } from './alarm.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import { ANY_DELIVERY } from '../../webhooks/domain/heartbeat-terms.js';
import { collectDecisions, collectNotes, toOutcome } from './process-batch.js';
import type { Correlation } from './correlation.js';
import type { ParsedAlarm } from './parse-alarms.js';
import type { SenderDecision } from './sender-decision.js';
import type { SenderNote } from './sender-note.js';

/** Which parts of a delivery are replayed: those in quarantine, or all that made no event. */
export type ReplayExtent = 'quarantined' | 'unmade';

export type ReplayPlan =
  | { readonly kind: 'nothing' }
  /** The plugin splits the delivery differently than when alarms of it made events. */
  | { readonly kind: 'conflict'; readonly reason: string }
  | {
      readonly kind: 'replay';
      readonly alarms: readonly Alarm[];
      readonly decisions: readonly SenderDecision[];
      readonly notes: readonly SenderNote[];
      /** The outcomes of the whole delivery, once the alarms are correlated. `refused`: reasons, by event id. */
      readonly outcomes: (
        correlation: Correlation,
        refused: ReadonlyMap<string, string>,
      ) => readonly Outcome[];
    };

export function planReplay(
  stored: readonly Outcome[],
  parsed: readonly ParsedAlarm[],
  extent: ReplayExtent,
): ReplayPlan {
  // A message about a heartbeat was true only at its time.
  if (parsed.some(({ kind }) => kind === 'heartbeat')) return { kind: 'nothing' };
  const { own: before, added } = splitPluginOutcomes(stored);
  const isReplayable = (one: Outcome) =>
    one.outcome === 'QUARANTINED' || (extent === 'unmade' && one.outcome === 'IGNORED');
  if (!before.some(isReplayable)) return { kind: 'nothing' };
  const createdOutcomes = before.filter((one) => 'event_id' in one);
  const hasDifferentCount = parsed.length !== before.length;
  if (hasDifferentCount && createdOutcomes.length > 0) {
    return {
      kind: 'conflict',
      reason: `The plugin now finds ${parsed.length} alarms in the delivery, where it found ${before.length}, and ${createdOutcomes.length} of those already made events`,
    };
  }
  const isReplayed = (index: number) => hasDifferentCount || isReplayable(before[index] as Outcome);
  const indexByEventId = new Map(
    before.flatMap((one, index) => ('event_id' in one ? [[one.event_id, index] as const] : [])),
  );
  const alarms = parsed.flatMap((one, index) =>
    one.kind === 'alarm' && isReplayed(index)
      ? [{ ...one.alarm, replayPosition: { index, indexByEventId } }]
      : [],
  );
  if (alarms.some(({ event_id }) => indexByEventId.has(event_id))) {
    return {
      kind: 'conflict',
      reason:
        'The plugin now finds the alarms of the delivery in another order, and some of them already made events',
    };
  }
  return {
    kind: 'replay',
    alarms,
    decisions: collectDecisions(parsed.filter((_, index) => isReplayed(index))),
    notes: collectNotes(parsed.filter((_, index) => isReplayed(index))),
    outcomes: (correlation, refused) => [
      ...parsed.map((one, index) =>
        isReplayed(index) ? toOutcome(one, correlation, refused) : (before[index] as Outcome),
      ),
      ...added,
    ],
  };
}

/** Splits the outcomes of the plugin from those added after them, which come from the heartbeat that any delivery pings. */
export function splitPluginOutcomes(outcomes: readonly Outcome[]): {
  readonly own: readonly Outcome[];
  readonly added: readonly Outcome[];
} {
  const end = outcomes.findIndex((one) => one.outcome === 'HEARTBEAT' && one.reason === ANY_DELIVERY);
  return end < 0 ? { own: outcomes, added: [] } : { own: outcomes.slice(0, end), added: outcomes.slice(end) };
}
