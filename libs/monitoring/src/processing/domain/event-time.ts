import type { CleanEvent } from './sanitise-event.js';
import {
  isOngoing,
  isSameTime,
  isSince,
  MAX_REPEATS,
  type Alarm,
  type AlarmState,
  type Repeat,
} from './alarm.js';

/** Milliseconds that a sender's time may be ahead of the arrival. Beyond that the clock is wrong. */
const MAX_AHEAD_MS = 60_000;

/** Milliseconds that an alarm may arrive after the sender's time. No sender retries for longer. */
export const MAX_DELAY_MS = 24 * 60 * 60_000;

/** Returns the sender's time of an alarm if it can order the alarms of a key; `null` if the arrival must. */
export function eventTimeOf({ event_type, occurred_at, occurred_at_is, created_at }: Alarm): Date | null {
  if (occurred_at === null || (event_type === 'RECOVERY' && occurred_at_is === 'start')) return null;
  const delayMs = created_at.getTime() - occurred_at.getTime();
  return delayMs >= -MAX_AHEAD_MS && delayMs <= MAX_DELAY_MS ? occurred_at : null;
}

/** Returns whether one time is before another. If either has whole seconds only, times within one second have no order. */
export function isBefore(one: Date, other: Date): boolean {
  const [a, b] = [one.getTime(), other.getTime()];
  if (a >= b) return false;
  return (a % 1000 !== 0 && b % 1000 !== 0) || Math.floor(a / 1000) !== Math.floor(b / 1000);
}

export interface AlarmPosition {
  /** The arrival, moved so that the alarm lies between `before` and `after`. */
  readonly at: Date;
  /** The sender's time that orders the alarm; `null`: the arrival does. */
  readonly event_time: Date | null;
  /** The last event that happened before the alarm, by the sender's time. */
  readonly before?: Repeat;
  /** The first event that happened after the alarm, but was processed before it. */
  readonly after?: Repeat;
}

export function locateAlarm(state: AlarmState | undefined, alarm: Alarm): AlarmPosition {
  const time = eventTimeOf(alarm);
  if (time === null || (state && isStartTime(state, alarm, time)))
    return { at: alarm.created_at, event_time: null };
  let before: Repeat | undefined;
  let after: Repeat | undefined;
  for (const one of state?.repeats ?? []) {
    if (one.event_time === null) continue;
    if (isBefore(one.event_time, time)) before = one;
    else if (after === undefined && isOvertakenBy(one, one.event_time, alarm, time)) after = one;
  }
  if (state && after && continuesAlert(state, alarm)) return { at: alarm.created_at, event_time: null };
  let at = alarm.created_at.getTime();
  if (after) at = Math.min(at, after.received_at.getTime() - 1);
  if (before) at = Math.max(at, before.received_at.getTime());
  return { at: new Date(at), event_time: time, ...(before && { before }), ...(after && { after }) };
}

/** A problem that begins when another one ends is no new one, if its start is repeated while it lasts. */
function isOvertakenBy({ recovery }: Repeat, eventTime: Date, alarm: Alarm, time: Date): boolean {
  return isBefore(time, eventTime) || (recovery && isSince(alarm) && isSameTime(eventTime, time));
}

/** Returns whether the alarm carries the start of the open alert: it is about that alert, whatever else has a newer time. */
function continuesAlert(state: AlarmState, alarm: Alarm): boolean {
  if (!isOngoing(state)) return false;
  const { started_at } = state;
  if (alarm.event_type === 'RECOVERY') return isSameTime(started_at, alarm.started_at);
  return isSince(alarm) && isSameTime(started_at, alarm.occurred_at);
}

/**
 * Returns whether a recovery carries the start of the problem as its time, as some senders do. Such a recovery ends the open
 * alert although its time is that of the first alarm.
 */
function isStartTime(state: AlarmState, { event_type }: Alarm, time: Date): boolean {
  if (event_type !== 'RECOVERY' || !isOngoing(state)) return false;
  const { repeats, started_at } = state;
  if (started_at !== null) return isSameTime(started_at, time);
  // The row was written before starts were stored.
  const lastRecovery = repeats.findLastIndex(({ recovery }) => recovery);
  const start = repeats[lastRecovery + 1]?.event_time;
  if (start === null || start === undefined) return false;
  const isStartForgotten = lastRecovery < 0 && repeats.length === MAX_REPEATS;
  return start.getTime() === time.getTime() || (isStartForgotten && time < start);
}

/** Returns when the problem of an event began: the time of the alarm; for a recovery, the start, if it says so. */
export function findStart(
  { event_type, occurred_at, occurred_at_is, started_at }: CleanEvent,
  receivedAt: Date,
): Date | null {
  if (event_type !== 'RECOVERY') return occurred_at ?? receivedAt;
  return started_at ?? (occurred_at_is === 'start' ? occurred_at : null);
}
