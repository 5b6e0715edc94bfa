import { hash } from 'node:crypto';
import { getColumns } from '#shared/query/record.js';
import { EVENT_FIELDS } from '../../events/domain/event-record.js';
import type { Severity } from '#senders/plugin-api/event.js';
import type { CleanEvent } from './sanitise-event.js';
import type { FlapSettings } from '../../webhooks/domain/webhook-settings.js';

/** An alarm that was parsed out of a delivery and cleaned, before it becomes an event. Ids are uuids. */
export interface Alarm extends CleanEvent {
  readonly event_id: string;
  readonly delivery_id: string;
  readonly created_at: Date;
  /** Out of order: newer alarms may have been processed before it. It is placed by its arrival. */
  readonly late?: boolean;
  /**
   * For a replayed delivery: index of the alarm in it (`at`), and the index of each alarm that already made an event, by event
   * id.
   */
  readonly replayPosition?: { readonly index: number; readonly indexByEventId: ReadonlyMap<string, number> };
}

/** A recent event of a key, by which repeats of it are recognised. */
export interface Repeat {
  /** 16 hex digits. Two alarms of one key with the same fingerprint are repeats. */
  readonly fingerprint: string;
  readonly event_id: string;
  /** Position in the order of the key: the arrival, but never before that of an event that was processed earlier. */
  readonly received_at: Date;
  /** Arrival of the last untimed repeat, which confirms the event; `received_at` if there was none. */
  readonly heard_at: Date;
  /** The sender's time if it orders the alarms of the key; `null` if the arrival does. */
  readonly event_time: Date | null;
  readonly recovery: boolean;
}

/** The opening of an alert of a key, by which flapping is detected. */
export interface Opening {
  readonly at: Date;
  /** Whether the key was flapping after this opening. */
  readonly flapping: boolean;
}

export interface AlarmState {
  readonly alert_id: string;
  readonly open: boolean;
  /** The severity that the alert shows; `null`: unknown. */
  readonly severity: Severity | null;
  /** Arrival of the last news of the key. Earlier arrivals are out of order. A repeat with a sender's time is not news. */
  readonly last_received_at: Date;
  /** The last events of the key, oldest first, at most {@link MAX_REPEATS}. */
  readonly repeats: readonly Repeat[];
  /** The most recent openings of alerts, oldest first: as many as are needed to detect flapping. */
  readonly openings: readonly Opening[];
  /**
   * The sender's time at which the problem of the last alert began: that of the alarm that opened it, or a newer start that
   * its alarms repeat; `null`: unknown.
   */
  readonly started_at: Date | null;
  /** Arrival of the recovery that closed the last alert; `null`: it is open, or unknown. */
  readonly recovered_at: Date | null;
  /** Arrival of the last repeat of that recovery; `null`: there was none. */
  readonly recovered_again_at: Date | null;
  /** An alarm that fires with a known start although a recovery has closed the alert. */
  readonly hold: Hold | null;
  /** The last alarm of the key, if it fired with a start that was not known and changed no state. A resent one is a retry. */
  readonly heard: HeardAlarm | null;
  /** A user has resolved the last alert; `null`: nobody has. */
  readonly quiet: Quiet | null;
}

/** The time for which repeats are counted on an alert that a user has resolved, and open no other. A recovery ends it. */
export interface Quiet {
  /** When the user resolved the alert. */
  readonly at: Date;
  readonly until: Date;
  /** The severity of the alert at that time. Whatever is worse is no repeat. */
  readonly severity: Severity;
}

/** A firing that opens an alert unless another recovery arrives in time. Times are arrivals. */
export interface Hold {
  readonly at: Date;
  readonly until: Date;
  /** `null`: it has opened its alert. A recovery that arrived between `at` and `until` still closes that. */
  readonly alarm: Alarm | null;
}

export interface HeardAlarm {
  readonly at: Date;
  /** Digest of the raw alarm. */
  readonly digest: string;
  readonly event_id: string;
}

/** Returns whether the alarm is repeated with the same start while the problem lasts. */
export function isSince({ event_type, occurred_at, occurred_at_is }: Alarm): boolean {
  return event_type !== 'RECOVERY' && occurred_at !== null && occurred_at_is === 'start';
}

/** Returns whether the sender has not said that the problem of the last alert is over. A user may have resolved the alert. */
export function isOngoing({ open, quiet, repeats }: AlarmState): boolean {
  return open || (quiet !== null && findNewest(repeats)?.recovery === false);
}

/** Returns the quiet time that ends at `at`, unless it ended before. */
export function cutQuiet(quiet: Quiet, at: Date): Quiet {
  return at < quiet.until ? { ...quiet, until: at } : quiet;
}

export function isSameTime(one: Date | null, other: Date | null): boolean {
  return one !== null && other !== null && one.getTime() === other.getTime();
}

/** Returns the event of a key that was heard last. Repeats with a sender's time do not count as heard again. */
export function findNewest(repeats: readonly Repeat[]): Repeat | undefined {
  return repeats.reduce<Repeat | undefined>(
    (last, each) => (last === undefined || each.heard_at >= last.heard_at ? each : last),
    undefined,
  );
}

/** Returns whether a recovery has the same end as an earlier one. */
export function isSameEnd({ recovery, event_time }: Repeat, alarm: Alarm): boolean {
  return (
    recovery &&
    alarm.event_type === 'RECOVERY' &&
    alarm.occurred_at_is === 'change' &&
    isSameTime(event_time, alarm.occurred_at)
  );
}

export const MAX_REPEATS = 16;

/** Milliseconds that a sender's time may be ahead of the arrival. Beyond that the clock is wrong. */
const MAX_AHEAD_MS = 60_000;

/** Milliseconds that an alarm may arrive after the sender's time. No sender retries for longer. */
const MAX_DELAY_MS = 24 * 60 * 60_000;

/** Milliseconds within which the same alarm without a sender's time counts as a repeat. */
export const UNTIMED_REPEAT_WINDOW_MS = 5 * 60_000;

export function hashKey(eventKey: string): string {
  return hash('sha256', eventKey);
}

/**
 * Returns the fingerprint over type, severity and the sender's time; without such a time, over the raw alarm and the alert. A
 * time identifies an alarm across all alerts of the key, so that a recovery that is resent does not close the next alert.
 */
export function fingerprintOf(alarm: Alarm, alertId: string): string {
  const identity =
    alarm.occurred_at === null ? `${alertId} ${alarm.raw_data}` : alarm.occurred_at.toISOString();
  return hash('sha256', `${alarm.event_type} ${alarm.severity} ${identity}`).slice(0, 16);
}

const { plugin_info: _plugin, source: _source, ...pluginColumns } = EVENT_FIELDS;

/** The text columns of an event that the plugin sets, in the order in which they are written and compared. */
export const PLUGIN_TEXT_COLUMNS = getColumns(pluginColumns, ['text', 'enum']);

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
export function findEventStart(
  { event_type, occurred_at, occurred_at_is, started_at }: CleanEvent,
  receivedAt: Date,
): Date | null {
  if (event_type !== 'RECOVERY') return occurred_at ?? receivedAt;
  return started_at ?? (occurred_at_is === 'start' ? occurred_at : null);
}

/** Returns the time that a sender states, or the arrival if that is ahead of it, or older than any sender still sends. */
export function limitDelay(occurred_at: Date | null, received_at: Date): Date {
  const delayMs = occurred_at === null ? 0 : received_at.getTime() - occurred_at.getTime();
  return occurred_at !== null && delayMs > 0 && delayMs <= MAX_DELAY_MS ? occurred_at : received_at;
}

/**
 * Adds an opening to the recent openings of a key. Keeps only as many as are needed to detect flapping. A key stops flapping when
 * it has opened no alert for a whole window.
 */
export function addOpening(
  openings: readonly Opening[],
  at: Date,
  terms: FlapSettings | null,
): readonly Opening[] {
  if (terms === null) return [];
  const recent = openings.filter((each) => isWithinWindow(each, at, terms)).slice(1 - terms.count);
  const flapping = isFlapping(recent) || recent.length + 1 >= terms.count;
  return [...recent, { at, flapping }];
}

export function isFlapping(openings: readonly Opening[]): boolean {
  return openings.at(-1)?.flapping === true;
}

/** Returns when a key that is flapping is calm, if it opens no further alert; `null` if it is not flapping. */
export function findCalm(openings: readonly Opening[], at: Date, terms: FlapSettings | null): Date | null {
  const last = openings.at(-1);
  if (terms === null || last?.flapping !== true || !isWithinWindow(last, at, terms)) return null;
  return new Date(last.at.getTime() + terms.window * 1000);
}

function isWithinWindow(opening: Opening, at: Date, { window }: FlapSettings): boolean {
  return at.getTime() - opening.at.getTime() <= window * 1000;
}
