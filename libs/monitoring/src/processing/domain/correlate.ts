import {
  fingerprintOf,
  hashKey,
  findNewest,
  MAX_REPEATS,
  UNTIMED_REPEAT_WINDOW_MS,
  type Alarm,
  type AlarmState,
  type Repeat,
} from './alarm.js';
import {
  getOrCreateChange,
  latest,
  newAlertId,
  showFace,
  type AlertChange,
  type Correlation,
  type Fold,
  type CorrelationSettings,
  type KnownState,
} from './correlation.js';
import { rankOf, transitionOf, type AlertTransition, type TransitionKind } from './alert-transition.js';
import { locateAlarm, type AlarmPosition } from './event-time.js';
import type { AlertSpan } from './alert-span.js';
import { isFlappingAt } from './flapping.js';
import { recordOpening } from './record-opening.js';
import { refreshRepeat, placeOutOfOrder } from './place-out-of-order.js';

/**
 * Folds alarms, in order, into alerts: the first ALERT opens an alert, later ones join it, a RECOVERY closes it. A RECOVERY
 * without an open alert joins the last alert of its key, or makes an alert that is RESOLVED from the start. If two alarms of a
 * key carry the sender's time, the newer one determines the state, in whatever order they arrive. Pure: the same states and
 * alarms give the same result, ids included.
 */
export function correlate(
  known: KnownState,
  alarms: readonly Alarm[],
  { deduplicate, flap }: CorrelationSettings,
): Correlation {
  const fold: Fold = {
    deduplicate,
    flap,
    events: [],
    alerts: new Map(),
    transitions: [],
    moved: new Set(),
    states: new Map(),
    duplicates: new Map(),
    spans: new Map([...known.spans].map(([key, all]) => [key, all.map((each) => ({ ...each }))])),
  };
  for (const alarm of alarms) {
    const key = hashKey(alarm.event_key);
    const before = fold.states.get(key) ?? known.states.get(key);
    const transitionCount = fold.transitions.length;
    const position = locateAlarm(before, alarm);
    const state = position.after ? before : reopenIfHeard(fold, key, before, alarm);
    const isOvertaken =
      position.after !== undefined || (alarm.late && state && !isNewest(fold, key, state, alarm, position));
    if (state && isOvertaken) placeOutOfOrder(fold, key, state, alarm, position);
    else appendAlarm(fold, key, state, alarm, position);
    if (fold.transitions.length > transitionCount)
      markFlapping(fold, fold.transitions.slice(transitionCount), key, alarm);
  }
  const newKeys = new Set([...fold.states.keys()].filter((key) => !known.states.has(key)));
  return { ...fold, alerts: [...fold.alerts.values()], newKeys };
}

function markFlapping(
  { states, flap }: Fold,
  transitions: readonly AlertTransition[],
  key: string,
  alarm: Alarm,
): void {
  const flapping = isFlappingAt(states.get(key)?.openings ?? [], alarm.created_at, flap);
  for (const one of transitions) one.flapping = flapping;
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
  const span = fold.spans.get(key)?.find(({ alert_id }) => alert_id === state.alert_id);
  if (span) Object.assign(span, { open: true, ended_at: null });
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
  if (before !== undefined && before === state.repeats.at(-1) && before === findNewest(state.repeats))
    return true;
  if (at.getTime() !== state.last_received_at.getTime()) return at > state.last_received_at;
  if (state.repeats.some((one) => one.event_id === event_id)) return false;
  const newest = replayPosition?.indexByEventId.get(state.repeats.at(-1)?.event_id ?? '');
  return replayPosition !== undefined && newest !== undefined
    ? replayPosition.index > newest
    : fold.states.has(key);
}

function appendAlarm(
  fold: Fold,
  key: string,
  state: AlarmState | undefined,
  alarm: Alarm,
  { event_time }: AlarmPosition,
): void {
  // The order is that of the commits: a clock that runs behind must not place an alarm before earlier ones.
  const at = latest(alarm.created_at, state?.last_received_at);
  const fingerprint = state && fingerprintOf(alarm, state.alert_id);
  const repeated = fold.deduplicate && state && findRepeat(state, alarm, fingerprint);
  if (state && repeated) {
    const change = getOrCreateChange(fold, state.alert_id, alarm, state.open, at);
    change.duplicate_count += 1;
    fold.duplicates.set(alarm.event_id, repeated.event_id);
    // A repeat with the same sender's time is not news. A repeat without a time may be.
    if (alarm.occurred_at === null)
      fold.states.set(key, { ...refreshRepeat(state, repeated, at), last_received_at: at });
    return;
  }

  const recovery = alarm.event_type === 'RECOVERY';
  const isJoining = state !== undefined && (state.open || recovery);
  const alertId = isJoining ? state.alert_id : newAlertId(alarm);
  const change = getOrCreateChange(fold, alertId, alarm, isJoining ? state.open : !recovery, at);
  if (!isJoining) change.isNew = true;
  if (recovery && (change.open || !isJoining))
    change.resolved_at = latest(at, findOpening(fold, key, alertId));
  if (!recovery) showFace(change, alarm, at);
  change.open = !recovery;
  change.event_count += 1;
  const severity = (recovery && isJoining ? state.severity : null) ?? alarm.severity;
  const kind = classifyTransition(isJoining ? state : undefined, alarm);
  if (kind !== undefined)
    fold.transitions.push(
      transitionOf(kind, alarm, alertId, isJoining ? state : undefined, !recovery, severity),
    );
  const before = state?.openings ?? [];
  const openings =
    kind === 'opened' ? recordOpening(fold, alarm, { alert_id: alertId, severity }, before, at) : before;
  fold.events.push({ alarm, alert_id: alertId });
  fold.states.set(key, {
    alert_id: alertId,
    open: !recovery,
    severity,
    last_received_at: at,
    openings,
    repeats: [
      ...(state?.repeats ?? []),
      {
        fingerprint: isJoining && fingerprint !== undefined ? fingerprint : fingerprintOf(alarm, alertId),
        event_id: alarm.event_id,
        received_at: at,
        heard_at: at,
        event_time,
        recovery,
      },
    ].slice(-MAX_REPEATS),
  });
  updateSpan(fold.spans.get(key), change, isJoining);
}

/** @param joined the alert that the alarm joins, before the alarm; `undefined`: the alarm begins an alert */
function classifyTransition(
  joined: AlarmState | undefined,
  { event_type, severity }: Alarm,
): TransitionKind | undefined {
  if (event_type === 'RECOVERY') return joined === undefined || joined.open ? 'resolved' : undefined;
  if (joined === undefined) return 'opened';
  const { severity: before } = joined;
  return before !== null && rankOf(severity) > rankOf(before) ? 'escalated' : undefined;
}

/**
 * Returns when the alert opened. That may be after the recovery, if the alarm that opened it turned out to be a repeat of an
 * earlier, out-of-order alarm.
 */
function findOpening(fold: Fold, key: string, alertId: string): Date | undefined {
  return fold.spans.get(key)?.find(({ alert_id }) => alert_id === alertId)?.opened_at;
}

function findRepeat(state: AlarmState, alarm: Alarm, fingerprint: string | undefined): Repeat | undefined {
  const repeat = state.repeats.findLast((one) => one.fingerprint === fingerprint);
  if (repeat === undefined || alarm.occurred_at !== null) return repeat;
  // Without a time, a second outage looks like a resent first one. An alarm that changes the state is therefore news.
  if (state.open === (alarm.event_type === 'RECOVERY')) return undefined;
  const age = alarm.created_at.getTime() - repeat.received_at.getTime();
  return age <= UNTIMED_REPEAT_WINDOW_MS ? repeat : undefined;
}

function updateSpan(spans: AlertSpan[] | undefined, change: AlertChange, joined: boolean): void {
  if (spans === undefined) return;
  const { alert_id, opened_at, resolved_at, open } = change;
  const ended_at = open ? null : latest(change.last_received_at, resolved_at);
  const known = joined ? spans.find((each) => each.alert_id === alert_id) : undefined;
  if (known) Object.assign(known, { open, ended_at });
  else spans.push({ alert_id, opened_at, open, ended_at, orphan: !open });
}
