import { uuidFromHash } from '#shared/kernel/ids.js';
import type { Alarm, AlarmState } from './alarm.js';
import type { AlertTransition } from './alert-transition.js';
import type { AlertSpan } from './alert-span.js';
import type { FlapTerms } from '../../webhooks/domain/flap-settings.js';

/** An event that is to be stored: an alarm and the alert it belongs to. */
export interface CorrelatedEvent {
  readonly alarm: Alarm;
  readonly alert_id: string;
}

/** What a batch does to one alert. Counts are added to those stored, `opened_at` only moves back; the rest replaces. */
export interface AlertChange {
  readonly alert_id: string;
  readonly event_key: string;
  /** Nothing was known of it before this batch. */
  isNew: boolean;
  opened_at: Date;
  /** That of `opened_at`. */
  opener: Alarm;
  /** The last alarm that says what is wrong (not a RECOVERY); `null` keeps what the alert shows. */
  face: Alarm | null;
  /** The place of `face` in the order of its key: an alert that shows a newer one keeps that. */
  face_at: Date | null;
  /** Shown where the alert is new and only a RECOVERY is known of it. */
  readonly fallback: Alarm;
  open: boolean;
  resolved_at: Date | null;
  last_received_at: Date;
  event_count: number;
  duplicate_count: number;
}

/** What correlation goes on from, by key hash. */
export interface Known {
  readonly states: ReadonlyMap<string, AlarmState>;
  /** Of the keys of late alarms: at least the newest, and those that began next before and after each. */
  readonly spans: ReadonlyMap<string, readonly AlertSpan[]>;
}

export interface Correlation {
  readonly events: readonly CorrelatedEvent[];
  readonly alerts: readonly AlertChange[];
  /** What happened to alerts, in its order. */
  readonly transitions: readonly AlertTransition[];
  /** Alerts that turn out to have begun earlier. */
  readonly moved: ReadonlySet<string>;
  /** By key hash. */
  readonly states: ReadonlyMap<string, AlarmState>;
  /** Hashes of the keys that were not known before. */
  readonly newKeys: ReadonlySet<string>;
  /** Event ids of the alarms that were repeats, by the repeated alarm's own id. */
  readonly duplicates: ReadonlyMap<string, string>;
}

/** What a webhook is told of how alarms become alerts. */
export interface FoldSettings {
  readonly deduplicate: boolean;
  /** `null`: nothing flaps. */
  readonly flap: FlapTerms | null;
}

/** What has come of the alarms so far. */
export interface Fold extends FoldSettings {
  readonly events: CorrelatedEvent[];
  readonly alerts: Map<string, AlertChange>;
  readonly transitions: AlertTransition[];
  readonly moved: Set<string>;
  readonly states: Map<string, AlarmState>;
  readonly duplicates: Map<string, string>;
  /** Of the keys that have a late alarm, in the order of their opening. */
  readonly spans: ReadonlyMap<string, AlertSpan[]>;
}

/** The same alarm opens the same alert, whenever it is folded. */
export function newAlertId(alarm: Alarm): string {
  return uuidFromHash(alarm.created_at, 'alert', alarm.event_id);
}

/**
 * @param open what the alert is before this batch
 * @param at the place of the alarm in the order of its key
 */
export function changeOf(
  { alerts }: Pick<Fold, 'alerts'>,
  alertId: string,
  alarm: Alarm,
  open: boolean,
  at: Date,
): AlertChange {
  const { created_at, event_key } = alarm;
  let change = alerts.get(alertId);
  if (change === undefined) {
    change = {
      alert_id: alertId,
      event_key,
      isNew: false,
      opened_at: at,
      opener: alarm,
      face: null,
      face_at: null,
      fallback: alarm,
      open,
      resolved_at: null,
      last_received_at: created_at,
      event_count: 0,
      duplicate_count: 0,
    };
    alerts.set(alertId, change);
  }
  change.last_received_at = latest(change.last_received_at, created_at);
  return change;
}

export function showFace(change: AlertChange, alarm: Alarm, at: Date): void {
  if (change.face_at !== null && change.face_at > at) return;
  change.face = alarm;
  change.face_at = at;
}

export function latest(one: Date, other: Date | null | undefined): Date {
  return other && other > one ? other : one;
}
