import type { Severity } from '#senders/plugin-api/event.js';
import {
  cutQuiet,
  fingerprintOf,
  findNewest,
  isSameEnd,
  isOngoing,
  isSameTime,
  isSince,
  MAX_REPEATS,
  UNTIMED_REPEAT_WINDOW_MS,
  type Alarm,
  type AlarmState,
  type Repeat,
  isFlapping,
  findCalm,
  addOpening,
  type Opening,
} from './alarm.js';
import {
  rankOf,
  transitionOf,
  type TransitionKind,
  addEvent,
  countDuplicate,
  currentSpan,
  endQuiet,
  getOrCreateChange,
  latest,
  newAlertId,
  showFace,
  type Fold,
} from './correlation.js';
import { isRecoveredAgain, refreshRepeat } from './place-out-of-order.js';

/** Adds an alarm that is the newest of its key: counts it as a repeat, or makes an event of it that determines the state. */
export function appendAlarm(
  fold: Fold,
  key: string,
  state: AlarmState | undefined,
  alarm: Alarm,
  event_time: Date | null,
): void {
  const fingerprint = state && fingerprintOf(alarm, state.alert_id);
  const repeated = fold.deduplicate && state && findRepeat(state, alarm, fingerprint);
  if (!state || !repeated) return appendEvent(fold, key, state, alarm, event_time, fingerprint);
  const at = latest(alarm.created_at, state.last_received_at);
  const change = getOrCreateChange(fold, state.alert_id, alarm, state.open, at);
  countDuplicate(fold, change, alarm, repeated.event_id);
  // A repeat of an event is not news. A repeat without a time of its own may be.
  if (alarm.occurred_at === null || isSince(alarm))
    fold.states.set(key, { ...refreshRepeat(state, repeated, at), last_received_at: at });
  else if (isRecoveredAgain(state, alarm))
    fold.states.set(key, {
      ...state,
      recovered_again_at: latest(alarm.created_at, state.recovered_again_at),
    });
}

/** Makes an event of an alarm. An alarm that is no recovery opens an alert if none is open. */
export function appendEvent(
  fold: Fold,
  key: string,
  state: AlarmState | undefined,
  alarm: Alarm,
  event_time: Date | null,
  knownFingerprint?: string,
): void {
  // The order is that of the commits: a clock that runs behind must not place an alarm before earlier ones.
  const at = latest(alarm.created_at, state?.last_received_at);
  const recovery = alarm.event_type === 'RECOVERY';
  const isJoining = state !== undefined && (state.open || recovery);
  const alertId = isJoining ? state.alert_id : newAlertId(alarm);
  const opened_at = isJoining && recovery ? findOpening(fold, key, alertId) : undefined;
  const change = getOrCreateChange(fold, alertId, alarm, isJoining ? state.open : !recovery, at);
  if (!isJoining) change.isNew = true;
  if (state?.quiet) endQuiet(fold, state, alarm, at);
  if (recovery && (change.open || !isJoining)) {
    change.resolved_at = latest(at, opened_at);
    change.resolved_by = alarm.resolved_by;
  }
  if (!recovery) showFace(change, alarm, at);
  change.open = !recovery;
  addEvent(fold, change, alarm);
  const severity = (recovery && isJoining ? state.severity : null) ?? alarm.severity;
  const kind = classifyTransition(isJoining ? state : undefined, alarm);
  if (kind !== undefined)
    fold.transitions.push(
      transitionOf(kind, alarm, alertId, isJoining ? state : undefined, !recovery, severity),
    );
  const before = state?.openings ?? [];
  const openings =
    kind === 'opened' ? recordOpening(fold, alarm, { alert_id: alertId, severity }, before, at) : before;
  const fingerprint = isJoining ? knownFingerprint : undefined;
  fold.states.set(key, {
    alert_id: alertId,
    open: !recovery,
    severity,
    last_received_at: at,
    openings,
    started_at: findStart(isJoining ? state : undefined, alarm),
    recovered_at: recovery ? (isJoining && !isOngoing(state) ? state.recovered_at : at) : null,
    recovered_again_at: recovery && isJoining ? state.recovered_again_at : null,
    hold: state?.open === false && recovery ? state.hold : null,
    heard: null,
    quiet: isJoining && recovery && state.quiet ? cutQuiet(state.quiet, at) : null,
    repeats: [
      ...(state?.repeats ?? []),
      {
        fingerprint: fingerprint ?? fingerprintOf(alarm, alertId),
        event_id: alarm.event_id,
        received_at: at,
        heard_at: at,
        event_time,
        recovery,
      },
    ].slice(-MAX_REPEATS),
  });
  if (!isJoining) fold.spans.get(key)?.push(change);
}

/** @param joined the alert that the alarm joins; `undefined`: the alarm begins an alert */
function findStart(joined: AlarmState | undefined, alarm: Alarm): Date | null {
  if (alarm.event_type === 'RECOVERY') return joined?.started_at ?? null;
  return joined === undefined || isSince(alarm) ? alarm.occurred_at : joined.started_at;
}

/** @param joined the alert that the alarm joins, before the alarm; `undefined`: the alarm begins an alert */
function classifyTransition(
  joined: AlarmState | undefined,
  { event_type, severity }: Alarm,
): TransitionKind | undefined {
  if (event_type === 'RECOVERY') return joined === undefined || joined.open ? 'resolved' : undefined;
  if (joined === undefined) return 'opened';
  const { severity: before } = joined;
  if (before === null || severity === before) return undefined;
  return rankOf(severity) > rankOf(before) ? 'escalated' : 'deescalated';
}

/**
 * Returns when the alert opened. That may be after the recovery, if the alarm that opened it turned out to be a repeat of an
 * earlier, out-of-order alarm.
 */
function findOpening(fold: Fold, key: string, alertId: string): Date | undefined {
  return currentSpan(fold, key, alertId)?.opened_at;
}

/** Finds the event that the alarm repeats. In an open alert, that is the one that determines the state, or an older one. */
function findRepeat(state: AlarmState, alarm: Alarm, fingerprint: string | undefined): Repeat | undefined {
  const repeated = state.repeats.findLast((one) => one.fingerprint === fingerprint);
  if (alarm.event_type === 'RECOVERY') return findRepeatedRecovery(state, alarm, repeated);
  if (!state.open) return alarm.occurred_at === null ? undefined : repeated;
  if (repeated === undefined) return undefined;
  const newest = findNewest(state.repeats);
  if (alarm.occurred_at === null)
    return repeated === newest && isRecent(repeated, alarm) ? repeated : undefined;
  const isOfNewestTime =
    isSameTime(newest?.event_time ?? null, alarm.occurred_at) ||
    (isSince(alarm) && isSameTime(state.started_at, alarm.occurred_at));
  // Another event of the same time came later: the state has changed, and changes back.
  return repeated !== newest && isOfNewestTime ? undefined : repeated;
}

/** A recovery without an end of its own is a repeat only if nothing is open: it cannot tell what it is the end of. */
function findRepeatedRecovery(
  state: AlarmState,
  alarm: Alarm,
  repeated: Repeat | undefined,
): Repeat | undefined {
  if (alarm.occurred_at !== null && alarm.occurred_at_is === 'change')
    return repeated ?? state.repeats.findLast((one) => isSameEnd(one, alarm));
  if (isOngoing(state) || repeated === undefined) return undefined;
  return alarm.occurred_at !== null || isRecent(repeated, alarm) ? repeated : undefined;
}

function isRecent({ received_at }: Repeat, { created_at }: Alarm): boolean {
  return created_at.getTime() - received_at.getTime() <= UNTIMED_REPEAT_WINDOW_MS;
}

interface OpenedAlert {
  readonly alert_id: string;
  readonly severity: Severity;
}

/**
 * Records that an alert was opened or reopened. Adds a `flapping` transition if this makes the key flap.
 * @param before the recent openings of the key
 * @returns the recent openings, including this one
 */
export function recordOpening(
  fold: Fold,
  alarm: Alarm,
  opened: OpenedAlert,
  before: readonly Opening[],
  at: Date,
): readonly Opening[] {
  const { alert_id, severity } = opened;
  const openings = addOpening(before, at, fold.flap);
  if (isFlapping(openings) && findCalm(before, at, fold.flap) === null) {
    const alert = { alert_id, open: true, severity };
    fold.transitions.push(transitionOf('flapping', alarm, alert_id, alert, true, severity));
  }
  return openings;
}
