import { hash } from 'node:crypto';
import { columnsOf } from '#shared/query/record.js';
import { EVENT } from '../../events/domain/event-record.js';
import type { Severity } from '#senders/plugin-api/event.js';
import type { Opening } from './flapping.js';
import type { CleanEvent } from './sanitise-event.js';

/** An alarm read from a delivery and cleaned, on its way to becoming an event. Ids are uuids. */
export interface Alarm extends CleanEvent {
  readonly event_id: string;
  readonly delivery_id: string;
  readonly created_at: Date;
  /** Newer ones may have been processed before it: it goes by its time of arrival. */
  readonly late?: boolean;
  /** Of a delivery that is read again: which of its alarms it is, and which those are that made events before. */
  readonly place?: { readonly at: number; readonly made: ReadonlyMap<string, number> };
}

/** An event of a key that was seen lately, so that its repeat is recognised. */
export interface Repeat {
  /** 16 hex digits over what makes two alarms of one key the same. */
  readonly fingerprint: string;
  readonly event_id: string;
  /** Its place in the order of the key: the arrival, but never before that of what was processed before it. */
  readonly received_at: Date;
  /** When its last repeat without a time of the sender came, which says once more what it said; else its own place. */
  readonly heard_at: Date;
  /** The sender's time, where it orders the alarms of the key; `null`: the arrival does. */
  readonly event_time: Date | null;
  readonly recovery: boolean;
}

export interface AlarmState {
  readonly alert_id: string;
  readonly open: boolean;
  /** What the alert shows; `null`: not known. */
  readonly severity: Severity | null;
  /** The last news of the key: what arrived before is out of order. A repeat of a timed alarm is no news. */
  readonly last_received_at: Date;
  /** The last events of the key, oldest first, at most {@link REPEATS_KEPT}. */
  readonly repeats: readonly Repeat[];
  /** The last alerts that were opened, oldest first: as many as tell whether the key flaps. */
  readonly openings: readonly Opening[];
}

/** What was said last of a key, unless it was said again by an alarm with a time of its sender. */
export function newestOf(repeats: readonly Repeat[]): Repeat | undefined {
  return repeats.reduce<Repeat | undefined>(
    (last, each) => (last === undefined || each.heard_at >= last.heard_at ? each : last),
    undefined,
  );
}

export const REPEATS_KEPT = 16;

/** The same alarm without a time of its sender is a repeat only for so long (milliseconds). */
export const UNTIMED_REPEAT_WINDOW = 5 * 60_000;

export function keyHash(eventKey: string): string {
  return hash('sha256', eventKey);
}

/**
 * Same type, severity and time of the sender; where it gave no time, the same raw alarm in the same alert. A time
 * tells alarms apart over all alerts of a key, so that a recovery that is resent does not close the next one.
 */
export function fingerprintOf(alarm: Alarm, alertId: string): string {
  const moment =
    alarm.occurred_at === null ? `${alertId} ${alarm.raw_data}` : alarm.occurred_at.toISOString();
  return hash('sha256', `${alarm.event_type} ${alarm.severity} ${moment}`).slice(0, 16);
}

const { plugin_info: _, ...decided } = EVENT;

/** The columns of an event that a plugin decides and that are text, in the order in which they are written and compared. */
export const DECIDED_TEXTS = columnsOf(decided, ['text', 'enum']);
