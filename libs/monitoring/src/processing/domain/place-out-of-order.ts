import {
  cutQuiet,
  fingerprintOf,
  findNewest,
  isSameEnd,
  isOngoing,
  isSince,
  MAX_REPEATS,
  UNTIMED_REPEAT_WINDOW_MS,
  type Alarm,
  type AlarmState,
  type Repeat,
  type AlarmPosition,
} from './alarm.js';
import {
  addEvent,
  countDuplicate,
  currentSpan,
  currentSpans,
  endQuiet,
  getOrCreateChange,
  latest,
  newAlertId,
  showFace,
  type AlertChange,
  type AlertSpan,
  type Fold,
  transitionOf,
} from './correlation.js';

/**
 * Places an alarm that is not the newest of its key, by its arrival or by the sender's time, into the alert of its time. The
 * state that the newest event has set stays, with one exception: if that event turns out to be a repeat of this alarm, it is no
 * news, and the last event between the two determines the state.
 */
export function placeOutOfOrder(
  fold: Fold,
  key: string,
  state: AlarmState,
  alarm: Alarm,
  position: AlarmPosition,
): void {
  // This event is already stored: its delivery was parsed again.
  if (state.repeats.some(({ event_id }) => event_id === alarm.event_id)) return;
  const recovery = alarm.event_type === 'RECOVERY';
  const { at } = position;
  const span = findSpan(currentSpans(fold, key), at, recovery) ?? (recovery ? undefined : spanOfState(state));
  const fingerprint = fingerprintOf(alarm, span?.alert_id ?? newAlertId(alarm));
  const repeated = findRepeat(state, alarm, fingerprint);

  const change = span
    ? getOrCreateChange(fold, span.alert_id, alarm, span.resolved_at === null, at)
    : createOrphan(fold, key, alarm, at);
  if (span) backdateOpening(fold, span, change, alarm, at);
  if (fold.deduplicate && repeated) {
    countDuplicate(fold, change, alarm, repeated.event_id);
    if (isSince(alarm) && at >= repeated.received_at && repeated === findNewest(state.repeats))
      fold.states.set(key, refreshRepeat(state, repeated, alarm.created_at));
    else if (alarm.occurred_at !== null)
      // An event that its time does not order has the place of its arrival.
      backdateRepeat(fold, key, state, repeated, alarm, repeated.event_time ? at : alarm.created_at);
    else fold.states.set(key, refreshRepeat(state, repeated, alarm.created_at));
    return;
  }
  if (!recovery) showFace(change, alarm, at);
  addEvent(fold, change, alarm);
  const { event_id } = alarm;
  const repeats = state.repeats.toSpliced(findInsertionIndex(state, position), 0, {
    fingerprint,
    event_id,
    received_at: at,
    heard_at: at,
    event_time: position.event_time,
    recovery,
  });
  const placed = { ...state, repeats: repeats.slice(-MAX_REPEATS) };
  fold.states.set(key, placed);
  const { quiet } = state;
  if (quiet !== null && isOngoing(state) && !isOngoing(placed)) {
    const end = latest(at, quiet.at);
    endQuiet(fold, state, alarm, end);
    fold.states.set(key, { ...placed, quiet: cutQuiet(quiet, end) });
  }
}

/**
 * Finds the alert for an out-of-order alarm: the one that was open at that time. Between two alerts, an alarm belongs to the
 * later one, which then began with it. A recovery belongs to the earlier one or, if there is none, to a later orphan.
 */
function findSpan(spans: readonly AlertSpan[], at: Date, recovery: boolean): AlertSpan | undefined {
  let before: AlertSpan | undefined;
  let after: AlertSpan | undefined;
  for (const span of spans) {
    if (span.opened_at <= at) before = before && compareSpans(before, span) > 0 ? before : span;
    else after = after && compareSpans(after, span) < 0 ? after : span;
  }
  if (before && (before.resolved_at === null || at <= latest(before.last_received_at, before.resolved_at)))
    return before;
  if (recovery) return before ?? (after && isOrphan(after) ? after : undefined);
  return after ?? before;
}

/**
 * Orders the alerts of a key, as `OLDEST_FIRST` does: an alert may open in the millisecond in which another opened and was
 * resolved.
 */
function compareSpans(one: AlertSpan, other: AlertSpan): number {
  return (
    one.opened_at.getTime() - other.opened_at.getTime() ||
    compareEnds(one.resolved_at, other.resolved_at) ||
    (one.alert_id < other.alert_id ? -1 : 1)
  );
}

function compareEnds(one: Date | null, other: Date | null): number {
  if (one === null || other === null) return (one === null ? 1 : 0) - (other === null ? 1 : 0);
  return one.getTime() - other.getTime();
}

/** The alert consists only of recoveries. */
const isOrphan = ({ opened_at, resolved_at }: AlertSpan) => resolved_at !== null && resolved_at <= opened_at;

/** At equal times, the alarm goes behind events that were written before it, but not behind the newest. */
function findInsertionIndex(
  { repeats, last_received_at }: AlarmState,
  { at, before, after }: AlarmPosition,
): number {
  const isAtNewest = at.getTime() === last_received_at.getTime();
  const index =
    repeats.findLastIndex((each) => (isAtNewest ? each.received_at < at : each.received_at <= at)) + 1;
  const minIndex = before ? repeats.indexOf(before) + 1 : 0;
  return Math.min(Math.max(index, minIndex), after ? repeats.indexOf(after) : repeats.length);
}

/** Finds the event that the alarm repeats. Unlike for new alarms, the state does not matter: the alert was open then. */
function findRepeat({ repeats }: AlarmState, alarm: Alarm, fingerprint: string): Repeat | undefined {
  // The first of several: a later one with the same start has opened another alert.
  if (isSince(alarm)) return repeats.find((one) => one.fingerprint === fingerprint);
  return repeats.findLast((one) =>
    alarm.occurred_at === null
      ? one.fingerprint === fingerprint &&
        Math.abs(one.received_at.getTime() - alarm.created_at.getTime()) <= UNTIMED_REPEAT_WINDOW_MS
      : one.fingerprint === fingerprint || isSameEnd(one, alarm),
  );
}

/** Returns whether a repeated recovery confirms the one that has closed the alert: firings that arrived before are over. */
export function isRecoveredAgain(
  { open, recovered_at }: AlarmState,
  { event_type, created_at }: Alarm,
): boolean {
  return !open && event_type === 'RECOVERY' && recovered_at !== null && created_at >= recovered_at;
}

/** Notes a repeat without a time of its own, which confirms that the repeated event still holds. */
export function refreshRepeat(state: AlarmState, repeated: Repeat, at: Date): AlarmState {
  const refreshed = { ...repeated, heard_at: latest(at, repeated.heard_at) };
  return { ...state, repeats: state.repeats.map((each) => (each === repeated ? refreshed : each)) };
}

/** Handles a stored event that turns out to be the repeat: this alarm arrived before it. */
function backdateRepeat(
  fold: Fold,
  key: string,
  state: AlarmState,
  repeated: Repeat,
  alarm: Alarm,
  received_at: Date,
): void {
  if (received_at >= repeated.received_at) return;
  const moveRepeated = (heard_at: Date) =>
    state.repeats
      .map((each) => (each === repeated ? { ...each, received_at, heard_at } : each))
      .toSorted((a, b) => a.received_at.getTime() - b.received_at.getTime());
  let repeats = moveRepeated(received_at);
  // What was only repeated between two equal recoveries was over with the second one.
  if (repeated.recovery && isRepeatedAfter(findNewest(repeats), received_at))
    repeats = moveRepeated(repeated.heard_at);
  const newest = findNewest(repeats) ?? repeated;
  // Something later than the stored event: another event, an untimed repeat, or the time at which the alert was closed as stale.
  const hasNewer = state.last_received_at > repeated.received_at;
  const last_received_at = hasNewer ? state.last_received_at : newest.heard_at;
  const isDecidedSince = state.quiet !== null || (hasNewer && newest.heard_at < last_received_at);
  const open = isDecidedSince ? state.open : !newest.recovery;
  const recovered = open
    ? { recovered_at: null, recovered_again_at: null }
    : describeRecovery(state, repeated, newest);
  fold.states.set(key, { ...state, repeats, last_received_at, open, ...recovered });
  if (open !== state.open) changeAlertState(fold, key, state, alarm, open, newest.heard_at);
}

/** The recovery that closed the alert arrived earlier than was known: the one that was known repeats it. */
function describeRecovery(state: AlarmState, repeated: Repeat, newest: Repeat) {
  const { recovered_at, recovered_again_at } = state;
  if (state.quiet !== null && !newest.recovery) return { recovered_at, recovered_again_at };
  if (!repeated.recovery || repeated.event_id !== newest.event_id)
    return { recovered_at: recovered_at ?? newest.received_at, recovered_again_at };
  return {
    recovered_at: newest.received_at,
    recovered_again_at: latest(repeated.received_at, recovered_again_at),
  };
}

/** Returns whether an alarm began before a recovery, and was repeated with the same start after it. */
function isRepeatedAfter(newest: Repeat | undefined, recoveredAt: Date): boolean {
  if (newest === undefined || newest.recovery || newest.event_time === null) return false;
  return newest.received_at <= recoveredAt && newest.heard_at > newest.received_at;
}

/** Closes the newest alert by the recovery that is now last, or reopens it if no recovery is. */
function changeAlertState(
  fold: Fold,
  key: string,
  state: AlarmState,
  alarm: Alarm,
  open: boolean,
  at: Date,
): void {
  const { alert_id } = state;
  const span = currentSpan(fold, key, alert_id);
  const opened_at = span?.opened_at ?? state.last_received_at;
  const change = getOrCreateChange(fold, alert_id, alarm, state.open, opened_at);
  change.open = open;
  change.resolved_at = open ? null : latest(at, opened_at);
  const kind = open ? 'reopened' : 'resolved';
  const severity = state.severity ?? alarm.severity;
  fold.transitions.push(transitionOf(kind, alarm, alert_id, state, open, severity));
}

function backdateOpening(
  { moved }: Fold,
  span: AlertSpan,
  change: AlertChange,
  alarm: Alarm,
  at: Date,
): void {
  if (at >= span.opened_at) return;
  moved.add(span.alert_id);
  if (change.opened_at > at) Object.assign(change, { opened_at: at, opener: alarm });
  // An alert of recoveries alone is resolved from the first of them on.
  if (alarm.event_type === 'RECOVERY')
    Object.assign(change, { resolved_at: at, resolved_by: alarm.resolved_by });
}

function createOrphan(fold: Fold, key: string, alarm: Alarm, at: Date): AlertChange {
  const change = getOrCreateChange(fold, newAlertId(alarm), alarm, false, at);
  const { alert_id } = change;
  Object.assign(change, { isNew: true, resolved_at: at, resolved_by: alarm.resolved_by });
  fold.transitions.push(transitionOf('resolved', alarm, alert_id, undefined, false, alarm.severity));
  fold.spans.get(key)?.push(change);
  return change;
}

/** Stands in for an alert that was removed. */
function spanOfState({ alert_id, open, last_received_at }: AlarmState): AlertSpan {
  return {
    alert_id,
    opened_at: last_received_at,
    resolved_at: open ? null : last_received_at,
    last_received_at,
  };
}
