import { hash } from 'node:crypto';
import { uuidFromHash } from '#shared/kernel/ids.js';
import {
  fingerprintOf,
  findNewest,
  isSameTime,
  isSince,
  type Alarm,
  type AlarmState,
  type Repeat,
} from './alarm.js';
import { appendEvent } from './append-alarm.js';
import { countDuplicate, getOrCreateChange, latest, type Fold } from './correlation.js';
import { placeOutOfOrder } from './place-out-of-order.js';

/** Milliseconds within which the same alarm, byte for byte, is a retry of the last one. */
const RETRY_WINDOW_MS = 60_000;
/**
 * Milliseconds after a recovery until which a firing with the old start may come from another node, which has not yet heard of the
 * recovery: five minutes between two notifications of a group, and one for the way.
 */
export const HOLD_MS = 6 * 60_000;

/** Longer than a firing is ever held: the time was written by a clock that was ahead. */
const isStillHeld = (until: Date, now: Date) => now < until && until.getTime() - now.getTime() <= HOLD_MS;

/**
 * Opens the alert of a firing that was held until `now` or earlier. The event is that of the held alarm. Its id is derived from
 * the alarm, so that it is the same whoever opens the alert.
 */
export function openIfDue(fold: Fold, key: string, state: AlarmState, now: Date): AlarmState {
  const { hold } = state;
  if (!hold?.alarm || isStillHeld(hold.until, now)) return state;
  const { alarm, ...times } = hold;
  const event_id = uuidFromHash(alarm.created_at, 'held', alarm.event_id);
  appendEvent(fold, key, { ...state, hold: null }, { ...alarm, event_id }, null);
  const opened = { ...(fold.states.get(key) ?? state), hold: { ...times, alarm: null } };
  fold.states.set(key, opened);
  return opened;
}

/** Brings the state up to the arrival of an alarm: a due firing opens its alert, and a recovery cancels one that is held. */
export function beginAlarm(fold: Fold, key: string, stored: AlarmState, alarm: Alarm): AlarmState {
  const state = alarm.replayPosition === undefined ? openIfDue(fold, key, stored, alarm.created_at) : stored;
  const isCanceled =
    state.hold?.alarm && alarm.event_type === 'RECOVERY' && alarm.created_at >= state.hold.at;
  if (!isCanceled) return state;
  const canceled = { ...state, hold: null };
  fold.states.set(key, canceled);
  return canceled;
}

/** Counts an alarm that is a retry of the last one of its key. Returns whether it is. */
export function countRetry(fold: Fold, state: AlarmState, alarm: Alarm): boolean {
  const { heard } = state;
  if (heard === null) return false;
  const ageMs = alarm.created_at.getTime() - heard.at.getTime();
  if (!fold.deduplicate || ageMs < 0 || ageMs > RETRY_WINDOW_MS || heard.digest !== digestOf(alarm))
    return false;
  countRepeat(fold, state, alarm, heard.event_id);
  return true;
}

/** The alarm that was heard last is no longer the last one. */
export function forgetHeard(fold: Fold, key: string, state: AlarmState): AlarmState {
  if (state.heard === null) return state;
  const current = { ...state, heard: null };
  fold.states.set(key, current);
  return current;
}

/**
 * Holds a firing whose start is known although a recovery has closed its alert, or opens an alert: the problem may last, or a
 * node of the sender may not yet have heard of the recovery. Returns whether the alarm is such a firing.
 */
export function holdOrOpen(fold: Fold, key: string, state: AlarmState, alarm: Alarm): boolean {
  const known = findKnownStart(state, alarm);
  if (known === undefined) return false;
  const at = alarm.late ? alarm.created_at : latest(alarm.created_at, state.last_received_at);
  const until = new Date(recoveredAt(state).getTime() + HOLD_MS);
  const isReplay = alarm.replayPosition !== undefined;
  if (at >= until || (!isReplay && isHeldAgain(state, alarm, at))) {
    appendEvent(fold, key, state, alarm, null);
    return true;
  }
  if (fold.deduplicate) countRepeat(fold, state, alarm, known.event_id);
  else placeBeforeRecovery(fold, key, state, alarm);
  const held = fold.states.get(key) ?? state;
  if (!isReplay && !state.hold?.alarm)
    fold.states.set(key, {
      ...held,
      last_received_at: latest(at, held.last_received_at),
      hold: { at, until, alarm },
    });
  return true;
}

/** Returns an event of the firing's start, if a recovery has closed the alert before the firing arrived. */
function findKnownStart(state: AlarmState, alarm: Alarm): Repeat | undefined {
  if (state.open || !isSince(alarm)) return undefined;
  const { repeats, started_at, alert_id, recovered_again_at } = state;
  if (repeats.some(({ event_id }) => event_id === alarm.event_id)) return undefined;
  const newest = findNewest(repeats);
  if (!newest?.recovery || (alarm.late && alarm.created_at < latest(newest.received_at, recovered_again_at)))
    return undefined;
  const fingerprint = fingerprintOf(alarm, alert_id);
  const found = repeats.findLast(
    (one) =>
      !one.recovery && (one.fingerprint === fingerprint || isSameTime(one.event_time, alarm.occurred_at)),
  );
  return found ?? (isSameTime(started_at, alarm.occurred_at) ? newest : undefined);
}

/** Returns when the recovery arrived that closed the alert. */
function recoveredAt({ recovered_at, repeats }: AlarmState): Date {
  if (recovered_at !== null) return recovered_at;
  // The row was written before this time was stored.
  const first = repeats[repeats.findLastIndex(({ recovery }) => !recovery) + 1];
  return first?.received_at ?? new Date(0);
}

function isHeldAgain({ hold }: AlarmState, { occurred_at }: Alarm, at: Date): boolean {
  return (
    hold !== null &&
    hold.alarm !== null &&
    isSameTime(hold.alarm.occurred_at, occurred_at) &&
    at.getTime() - hold.at.getTime() > RETRY_WINDOW_MS
  );
}

function placeBeforeRecovery(fold: Fold, key: string, state: AlarmState, alarm: Alarm): void {
  const at = new Date(recoveredAt(state).getTime() - 1);
  const after = state.repeats[state.repeats.findLastIndex(({ recovery }) => !recovery) + 1];
  placeOutOfOrder(fold, key, state, alarm, { at, event_time: null, ...(after && { after }) });
}

/**
 * Closes the alert of a held firing by a recovery that arrived while the firing was held, but is processed only now. Returns whether
 * the alarm is such a recovery.
 */
export function closeOpenedByHold(fold: Fold, key: string, state: AlarmState, alarm: Alarm): boolean {
  const { hold, open, repeats } = state;
  if (!open || hold === null || alarm.event_type !== 'RECOVERY') return false;
  const { created_at } = alarm;
  const newest = findNewest(repeats);
  if (created_at < hold.at || created_at >= hold.until || (newest && newest.heard_at > created_at))
    return false;
  appendEvent(fold, key, state, alarm, null);
  const recovered_at = new Date(hold.until.getTime() - HOLD_MS);
  fold.states.set(key, { ...(fold.states.get(key) ?? state), recovered_at });
  return true;
}

/** After an alarm was placed out of order: remembers what later alarms of the key depend on. */
export function noteHeard(fold: Fold, key: string, state: AlarmState, alarm: Alarm): void {
  const { event_id, created_at, replayPosition } = alarm;
  const isNewStart = replayPosition === undefined && !fold.duplicates.has(event_id);
  const closedAt = state.open ? undefined : findNewest(state.repeats)?.heard_at;
  if (isSince(alarm) && isNewStart && closedAt !== undefined && closedAt <= created_at)
    fold.states.set(key, { ...state, heard: { at: created_at, digest: digestOf(alarm), event_id } });
  const hasStart = state.open && state.started_at !== null;
  const newest = hasStart && alarm.event_type === 'RECOVERY' ? findNewest(state.repeats) : undefined;
  // The alarm fired again, with a known start, after this recovery: had it been heard in time, the firing would have been held.
  if (newest && !newest.recovery && newest.received_at <= created_at && created_at < newest.heard_at)
    fold.states.set(key, {
      ...state,
      hold: { at: newest.heard_at, until: new Date(created_at.getTime() + HOLD_MS), alarm: null },
    });
}

function countRepeat(fold: Fold, state: AlarmState, alarm: Alarm, event_id: string): void {
  const at = latest(alarm.created_at, state.last_received_at);
  countDuplicate(fold, getOrCreateChange(fold, state.alert_id, alarm, state.open, at), alarm, event_id);
}

function digestOf({ raw_data }: Alarm): string {
  return hash('sha256', raw_data).slice(0, 16);
}
