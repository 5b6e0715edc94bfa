import { REPEATS_KEPT, type Alarm, type AlarmState, type Repeat } from './alarm.js';

/** How far a sender's clock may be ahead of the arrival (milliseconds): beyond it the clock is wrong. */
const MOST_AHEAD = 60_000;

/** How long after its event an alarm may arrive (milliseconds): no sender tries again for longer. */
export const MOST_BEHIND = 24 * 60 * 60_000;

/** The sender's time of an alarm, where it may order the alarms of a key; `null`: the arrival does. */
export function eventTimeOf({ occurred_at, occurred_at_is, created_at }: Alarm): Date | null {
  if (occurred_at === null || occurred_at_is === 'start') return null;
  const behind = created_at.getTime() - occurred_at.getTime();
  return behind >= -MOST_AHEAD && behind <= MOST_BEHIND ? occurred_at : null;
}

/** Whether one time is before another. Where either is of whole seconds, those of one second are in no order. */
export function precedes(one: Date, other: Date): boolean {
  const [a, b] = [one.getTime(), other.getTime()];
  if (a >= b) return false;
  return (a % 1000 !== 0 && b % 1000 !== 0) || Math.floor(a / 1000) !== Math.floor(b / 1000);
}

export interface Place {
  /** Its arrival, moved to between those of what its sender's time is after and before. */
  readonly at: Date;
  /** What orders it; `null`: its arrival. */
  readonly event_time: Date | null;
  /** The last that happened before it, by the sender's time. */
  readonly before?: Repeat;
  /** The first that happened after it: it overtook this alarm. */
  readonly after?: Repeat;
}

export function placeOf(state: AlarmState | undefined, alarm: Alarm): Place {
  const time = eventTimeOf(alarm);
  if (time === null || (state && tellsStart(state, alarm, time)))
    return { at: alarm.created_at, event_time: null };
  let before: Repeat | undefined;
  let after: Repeat | undefined;
  for (const one of state?.repeats ?? []) {
    if (one.event_time === null) continue;
    if (precedes(one.event_time, time)) before = one;
    else if (after === undefined && precedes(time, one.event_time)) after = one;
  }
  let at = alarm.created_at.getTime();
  if (after) at = Math.min(at, after.received_at.getTime() - 1);
  if (before) at = Math.max(at, before.received_at.getTime());
  return { at: new Date(at), event_time: time, ...(before && { before }), ...(after && { after }) };
}

/**
 * Some senders give the start of the problem also with its end: what ends an alert and has the time at which this
 * began is such an end, however many alarms there were since.
 */
function tellsStart({ open, repeats }: AlarmState, { event_type }: Alarm, time: Date): boolean {
  if (event_type !== 'RECOVERY' || !open) return false;
  const ended = repeats.findLastIndex(({ recovery }) => recovery);
  const start = repeats[ended + 1]?.event_time;
  if (start === null || start === undefined) return false;
  const isForgotten = ended < 0 && repeats.length === REPEATS_KEPT;
  return start.getTime() === time.getTime() || (isForgotten && time < start);
}
