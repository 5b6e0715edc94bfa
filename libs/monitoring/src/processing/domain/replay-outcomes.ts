import type { Alarm } from './alarm.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import { outcomesOfPlugin } from './outcomes.js';
import { decisionsIn, outcomeOf } from './process-batch.js';
import type { Correlation } from './fold.js';
import type { ReadAlarm } from './read-alarms.js';
import type { SenderDecision } from './sender-decision.js';

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
      /** The outcomes of the whole delivery, once the alarms are correlated. `refused`: reasons, by event id. */
      readonly outcomes: (
        correlation: Correlation,
        refused: ReadonlyMap<string, string>,
      ) => readonly Outcome[];
    };

export function planReplay(
  stored: readonly Outcome[],
  read: readonly ReadAlarm[],
  extent: ReplayExtent,
): ReplayPlan {
  // A message about a heartbeat was true only at its time.
  if (read.some(({ kind }) => kind === 'heartbeat')) return { kind: 'nothing' };
  const { own: before, added } = outcomesOfPlugin(stored);
  const open = (one: Outcome) =>
    one.outcome === 'QUARANTINED' || (extent === 'unmade' && one.outcome === 'IGNORED');
  if (!before.some(open)) return { kind: 'nothing' };
  const made = before.filter((one) => 'event_id' in one);
  const divided = read.length !== before.length;
  if (divided && made.length > 0) {
    return {
      kind: 'conflict',
      reason: `The plugin now finds ${read.length} alarms in the delivery, where it found ${before.length}, and ${made.length} of those already made events`,
    };
  }
  const again = (index: number) => divided || open(before[index] as Outcome);
  const placeOf = new Map(
    before.flatMap((one, index) => ('event_id' in one ? [[one.event_id, index] as const] : [])),
  );
  const alarms = read.flatMap((one, index) =>
    one.kind === 'alarm' && again(index) ? [{ ...one.alarm, place: { at: index, made: placeOf } }] : [],
  );
  if (alarms.some(({ event_id }) => placeOf.has(event_id))) {
    return {
      kind: 'conflict',
      reason:
        'The plugin now finds the alarms of the delivery in another order, and some of them already made events',
    };
  }
  return {
    kind: 'replay',
    alarms,
    decisions: decisionsIn(read.filter((_, index) => again(index))),
    outcomes: (correlation, refused) => [
      ...read.map((one, index) =>
        again(index) ? outcomeOf(one, correlation, refused) : (before[index] as Outcome),
      ),
      ...added,
    ],
  };
}
