import { hash } from 'node:crypto';
import { getColumns } from '#shared/query/record.js';
import { EVENT_FIELDS } from '../../events/domain/event-record.js';
import type { Severity } from '#senders/plugin-api/event.js';
import type { Opening } from './flapping.js';
import type { CleanEvent } from './sanitise-event.js';

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
  /** A user has resolved the last alert. No alarm has ended or begun an alert of the key since, in the order of arrival. */
  readonly quiet: Quiet | null;
}

/** The time for which repeats are counted on an alert that a user has resolved, and open no other. */
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
