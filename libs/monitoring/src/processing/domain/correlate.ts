import {
  fingerprintOf,
  findNewest,
  hashKey,
  isOngoing,
  type Alarm,
  type AlarmState,
  locateAlarm,
  type AlarmPosition,
  findCalm,
} from './alarm.js';
import {
  getOrCreateChange,
  type Correlation,
  type CorrelationSettings,
  type Fold,
  type KnownState,
  transitionOf,
} from './correlation.js';
import { appendAlarm, recordOpening } from './append-alarm.js';
import { appendAfterResolution } from './manual-resolution.js';
import {
  beginAlarm,
  closeOpenedByHold,
  countRetry,
  forgetHeard,
  holdOrOpen,
  noteHeard,
  openIfDue,
} from './held-firings.js';
import { placeOutOfOrder } from './place-out-of-order.js';

/**
 * Folds alarms, in order, into alerts: the first ALERT opens an alert, later ones join it, a RECOVERY closes it. A RECOVERY
 * without an open alert joins the last alert of its key, or makes an alert that is RESOLVED from the start. If two alarms of a
 * key carry the sender's time, the newer one determines the state, in whatever order they arrive. After a user has resolved an
 * alert, its repeats are counted on it for a time. Pure: the same states and alarms give the same result, ids included.
 */
export function correlate(
  known: KnownState,
  alarms: readonly Alarm[],
  settings: CorrelationSettings,
): Correlation {
  const fold = createFold(known, settings);
  for (const given of alarms) {
    const alarm = resolvePreviousKey(fold, known, given);
    const key = hashKey(alarm.event_key);
    withFlapping(fold, key, alarm.created_at, () =>
      correlateAlarm(fold, key, fold.states.get(key) ?? known.states.get(key), alarm),
    );
  }
  return finishFold(fold, known);
}

/** Opens the alerts of firings that were held until now or earlier. */
export function openDueHolds(known: KnownState, now: Date, settings: CorrelationSettings): Correlation {
  const fold = createFold(known, settings);
  for (const [key, state] of known.states)
    withFlapping(fold, key, now, () => openIfDue(fold, key, state, now));
  return finishFold(fold, known);
}

function createFold(known: KnownState, { deduplicate, flap }: CorrelationSettings): Fold {
  return {
    deduplicate,
    flap,
    events: [],
    alerts: new Map(),
    transitions: [],
    moved: new Set(),
    states: new Map(),
    duplicates: new Map(),
    alertIds: new Map(),
    spans: new Map([...known.spans].map(([key, all]) => [key, [...all]])),
  };
}

function finishFold(fold: Fold, known: KnownState): Correlation {
  const newKeys = new Set([...fold.states.keys()].filter((key) => !known.states.has(key)));
  return { ...fold, alerts: [...fold.alerts.values()], newKeys };
}

/** A recovery without an open alert closes the one of the key that the previous version of the plugin gave the problem. */
function resolvePreviousKey(fold: Fold, { states }: KnownState, alarm: Alarm): Alarm {
  const { event_key, previous_event_key } = alarm;
  if (previous_event_key === null) return alarm;
  const isOpen = (eventKey: string) => {
    const key = hashKey(eventKey);
    const state = fold.states.get(key) ?? states.get(key);
    return state !== undefined && isOngoing(state);
  };
  if (isOpen(event_key) || !isOpen(previous_event_key)) return alarm;
  return { ...alarm, event_key: previous_event_key };
}

function correlateAlarm(fold: Fold, key: string, stored: AlarmState | undefined, alarm: Alarm): void {
  const before = stored && beginAlarm(fold, key, stored, alarm);
  if (before && countRetry(fold, before, alarm)) return;
  const current = before && forgetHeard(fold, key, before);
  if (current && holdOrOpen(fold, key, current, alarm)) return;
  const position = locateAlarm(current, alarm);
  const state = position.after ? current : reopenIfHeard(fold, key, current, alarm);
  if (state && closeOpenedByHold(fold, key, state, alarm)) return;
  const isOvertaken =
    position.after !== undefined || (alarm.late && state && !isNewest(fold, key, state, alarm, position));
  if (state && !isOvertaken && appendAfterResolution(fold, key, state, alarm, position.event_time)) return;
  if (!state || !isOvertaken) return appendAlarm(fold, key, state, alarm, position.event_time);
  placeOutOfOrder(fold, key, state, alarm, position);
  const placed = fold.states.get(key);
  // Otherwise it is stored already, or a repeat that changes nothing.
  if (placed !== undefined && placed !== state) noteHeard(fold, key, placed, alarm);
}

function withFlapping(fold: Fold, key: string, at: Date, work: () => void): void {
  const { states, transitions, flap } = fold;
  const count = transitions.length;
  work();
  if (transitions.length === count) return;
  const calm_at = findCalm(states.get(key)?.openings ?? [], at, flap);
  for (const one of transitions.slice(count)) Object.assign(one, { calm_at, flapping: calm_at !== null });
}

/**
 * Reopens an alert that was closed because nothing was heard of it, if it was heard of after all: by an out-of-order alarm from
 * the time in between, or by a repeat of the last event.
 */
function reopenIfHeard(
  fold: Fold,
  key: string,
  state: AlarmState | undefined,
  alarm: Alarm,
): AlarmState | undefined {
  const newest = state && findNewest(state.repeats);
  if (state === undefined || state.open || newest === undefined || newest.recovery) return state;
  // What a user has resolved stays so.
  if (state.quiet !== null) return state;
  const isHeardAgain = alarm.late
    ? alarm.created_at > newest.heard_at
    : fold.deduplicate &&
      alarm.occurred_at !== null &&
      newest.fingerprint === fingerprintOf(alarm, state.alert_id);
  if (!isHeardAgain) return state;
  getOrCreateChange(fold, state.alert_id, alarm, true, newest.heard_at).open = true;
  const severity = state.severity ?? alarm.severity;
  fold.transitions.push(transitionOf('reopened', alarm, state.alert_id, state, true, severity));
  const { alert_id, openings: before } = state;
  const openings = recordOpening(fold, alarm, { alert_id, severity }, before, alarm.created_at);
  const reopened = { ...state, open: true, last_received_at: newest.heard_at, openings };
  fold.states.set(key, reopened);
  return reopened;
}

/** Returns whether an out-of-order alarm is nevertheless the newest of its key. At equal times, the log order decides. */
function isNewest(
  fold: Fold,
  key: string,
  state: AlarmState,
  alarm: Alarm,
  { at, before }: AlarmPosition,
): boolean {
  const { event_id, replayPosition } = alarm;
  if (state.repeats.some((one) => one.event_id === event_id)) return false;
  const isAfterNewest =
    before !== undefined && before === state.repeats.at(-1) && before === findNewest(state.repeats);
  const isHeardSince =
    before && !before.recovery && before.heard_at > before.received_at && before.heard_at > alarm.created_at;
  if (isAfterNewest && !isHeardSince) return true;
  if (at.getTime() !== state.last_received_at.getTime()) return at > state.last_received_at;
  const newest = replayPosition?.indexByEventId.get(state.repeats.at(-1)?.event_id ?? '');
  return replayPosition !== undefined && newest !== undefined
    ? replayPosition.index > newest
    : fold.states.has(key);
}
