import type { Severity } from '#senders/plugin-api/event.js';
import { isOngoing, isSince, type Alarm, type AlarmState, type Quiet, isBefore } from './alarm.js';
import { rankOf, latest, type Fold } from './correlation.js';
import { appendAlarm, appendEvent } from './append-alarm.js';

/**
 * Returns the state of a key whose open alert a user resolves.
 * @param severity that of the alert
 * @param quietSeconds for how long repeats open no other alert
 */
export function resolveState(
  state: AlarmState,
  at: Date,
  severity: Severity,
  quietSeconds: number,
): AlarmState {
  const until = new Date(at.getTime() + quietSeconds * 1000);
  return {
    ...state,
    open: false,
    severity,
    last_received_at: latest(at, state.last_received_at),
    hold: null,
    heard: null,
    quiet: { at, until, severity },
  };
}

/**
 * Adds an alarm that fires, and is the newest of its key, after a user has resolved the alert: counts it on that alert if it is a
 * repeat in time, or opens another. Returns whether the alarm is such an alarm.
 */
export function appendAfterResolution(
  fold: Fold,
  key: string,
  state: AlarmState,
  alarm: Alarm,
  event_time: Date | null,
): boolean {
  const { quiet } = state;
  if (quiet === null || alarm.event_type === 'RECOVERY' || !isOngoing(state)) return false;
  if (isQuietRepeat(state, quiet, alarm)) countQuietly(fold, key, state, quiet, alarm, event_time);
  else appendEvent(fold, key, state, alarm, event_time);
  return true;
}

/**
 * A repeat has the start of the problem, or none, and is not worse than the alert was. A time of the change is no start: without a
 * recovery in between, the sender reports the same problem again.
 */
function isQuietRepeat({ started_at, last_received_at }: AlarmState, quiet: Quiet, alarm: Alarm): boolean {
  const { created_at, late, occurred_at, severity, replayPosition } = alarm;
  // The alarm is from before the resolution, and opened nothing then.
  if (replayPosition !== undefined && created_at < quiet.at) return true;
  if ((late ? created_at : latest(created_at, last_received_at)) >= quiet.until) return false;
  if (rankOf(severity) > rankOf(quiet.severity)) return false;
  return occurred_at === null || !isSince(alarm) || !isBefore(started_at ?? quiet.at, occurred_at);
}

/** Adds the alarm as if the alert were open, but tells nobody. */
function countQuietly(
  fold: Fold,
  key: string,
  state: AlarmState,
  quiet: Quiet,
  alarm: Alarm,
  event_time: Date | null,
): void {
  const { alert_id, started_at } = state;
  const toldCount = fold.transitions.length;
  appendAlarm(fold, key, { ...state, open: true, quiet: null }, alarm, event_time);
  fold.transitions.length = toldCount;
  const counted = fold.states.get(key) ?? state;
  fold.states.set(key, { ...counted, open: false, quiet, started_at: started_at ?? counted.started_at });
  const change = fold.alerts.get(alert_id);
  if (change !== undefined) change.open = false;
}
