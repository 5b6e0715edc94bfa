import { uuidFromHash } from '#shared/kernel/ids.js';
import type { Alarm, AlarmState } from './alarm.js';
import type { FlapSettings } from '../../webhooks/domain/webhook-settings.js';
import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';

/** An event to store: an alarm and the alert that it belongs to. */
export interface CorrelatedEvent {
  readonly alarm: Alarm;
  readonly alert_id: string;
}

/** What a batch changes of one alert. Counts are added to the stored ones, `opened_at` only moves back; the rest replaces. */
export interface AlertChange {
  readonly alert_id: string;
  readonly event_key: string;
  /** The alert did not exist before this batch. */
  isNew: boolean;
  opened_at: Date;
  /** The alarm that determines `opened_at`. */
  opener: Alarm;
  /** The last alarm, not a RECOVERY, whose details the alert shows; `null` keeps the stored details. */
  face: Alarm | null;
  /** Position of `face` in the order of its key. The alert keeps the details of a newer alarm. */
  face_at: Date | null;
  /** The alarm whose details a new alert shows if it has only a RECOVERY. */
  readonly fallback: Alarm;
  open: boolean;
  resolved_at: Date | null;
  /** The sender's user who resolved the alert at `resolved_at`, as the sender wrote it; `null`: it tells none. */
  resolved_by: string | null;
  last_received_at: Date;
  /** When something other than a repeat followed the resolution by a user; `null`: nothing did in this batch. */
  quiet_until: Date | null;
  event_count: number;
  duplicate_count: number;
}

export const CHANGE_KINDS = [
  'opened',
  'escalated',
  'deescalated',
  'acknowledged',
  'unacknowledged',
  'resolved',
  'reopened',
  'flapping',
  'assigned',
  'noted',
] as const;

export type TransitionKind = (typeof CHANGE_KINDS)[number];

type AlertState = 'OPEN' | 'RESOLVED';

/** A change of an alert. */
export interface AlertTransition {
  readonly alert_id: string;
  readonly kind: TransitionKind;
  /** `null`: the alert is new. */
  readonly state_before: AlertState | null;
  readonly state: AlertState;
  /** `null`: the alert is new, or its severity is unknown. */
  readonly severity_before: Severity | null;
  readonly severity: Severity;
  /** The event that caused the change; `null`: no event did. */
  readonly event_id: string | null;
  /** The user who made the change, of the sender too if it names one; `null`: an alarm of the sender or the service did. */
  readonly actor: string | null;
  /** To whom an assignment gave the alert; `null`: to nobody, or the change is no assignment. */
  readonly assignee?: string | null;
  /** The note that was added; `null`: the change is no note. */
  readonly note_id?: string | null;
  /** The uuid of the subscription to whose receiver somebody made the change, and when; `null`: nobody did. */
  readonly via_id?: string | null;
  readonly via_at?: Date | null;
  /** Whether the key of the alert is flapping: whoever was told so is not told of each change. */
  flapping?: boolean;
  /** When a key that is flapping is calm, if it opens no further alert; `null`: it is not flapping. */
  calm_at?: Date | null;
}

/** The time that an alert of a key covers. Out-of-order alarms find their alert by it. */
export interface AlertSpan {
  readonly alert_id: string;
  readonly opened_at: Date;
  /** `null`: the alert is open. */
  readonly resolved_at: Date | null;
  readonly last_received_at: Date;
}

/** The stored state from which correlation starts, by key hash. */
export interface KnownState {
  readonly states: ReadonlyMap<string, AlarmState>;
  /** For keys with out-of-order alarms: at least the newest alert, and the nearest before and after each alarm. */
  readonly spans: ReadonlyMap<string, readonly AlertSpan[]>;
}

export interface Correlation {
  readonly events: readonly CorrelatedEvent[];
  readonly alerts: readonly AlertChange[];
  /** Changes of alerts, in order. */
  readonly transitions: readonly AlertTransition[];
  /** Alerts whose opening moved to an earlier time. */
  readonly moved: ReadonlySet<string>;
  /** By key hash. */
  readonly states: ReadonlyMap<string, AlarmState>;
  /** Hashes of the keys that were not known before. */
  readonly newKeys: ReadonlySet<string>;
  /** Event ids of repeated alarms, by the id of the alarm that is the repeat. */
  readonly duplicates: ReadonlyMap<string, string>;
  /** The alert of each alarm, repeats included, by the id of the alarm's event. */
  readonly alertIds: ReadonlyMap<string, string>;
}

/** Settings of a webhook for correlation. */
export interface CorrelationSettings {
  readonly deduplicate: boolean;
  /** `null`: flapping is not detected. */
  readonly flap: FlapSettings | null;
}

/** The intermediate result of correlation. */
export interface Fold extends CorrelationSettings {
  readonly events: CorrelatedEvent[];
  readonly alerts: Map<string, AlertChange>;
  readonly transitions: AlertTransition[];
  readonly moved: Set<string>;
  readonly states: Map<string, AlarmState>;
  readonly duplicates: Map<string, string>;
  readonly alertIds: Map<string, string>;
  /** For keys with an out-of-order alarm: the alerts as they were before the batch, and those that it opened. */
  readonly spans: ReadonlyMap<string, AlertSpan[]>;
}

/** Returns an id derived from the alarm, so that the same alarm opens the same alert whenever it is folded. */
export function newAlertId(alarm: Alarm): string {
  return uuidFromHash(alarm.created_at, 'alert', alarm.event_id);
}

/**
 * Returns the change of an alert, and creates it if the batch has not changed the alert yet.
 * @param open whether the alert was open before this batch
 * @param at position of the alarm in the order of its key
 */
export function getOrCreateChange(
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
      resolved_by: null,
      last_received_at: created_at,
      quiet_until: null,
      event_count: 0,
      duplicate_count: 0,
    };
    alerts.set(alertId, change);
  }
  change.last_received_at = latest(change.last_received_at, created_at);
  return change;
}

/** Returns the alerts of a key that has an out-of-order alarm, as a later batch will read them. */
export function currentSpans(fold: Pick<Fold, 'spans' | 'alerts'>, key: string): readonly AlertSpan[] {
  return (fold.spans.get(key) ?? []).map((span) => withChange(fold, span));
}

export function currentSpan(
  fold: Pick<Fold, 'spans' | 'alerts'>,
  key: string,
  alertId: string,
): AlertSpan | undefined {
  const span = fold.spans.get(key)?.find(({ alert_id }) => alert_id === alertId);
  return span && withChange(fold, span);
}

function withChange({ alerts }: Pick<Fold, 'alerts'>, span: AlertSpan): AlertSpan {
  const { alert_id } = span;
  const change = alerts.get(alert_id);
  if (change === undefined) return span;
  return {
    alert_id,
    opened_at: change.opened_at < span.opened_at ? change.opened_at : span.opened_at,
    resolved_at: change.open ? null : (change.resolved_at ?? span.resolved_at),
    last_received_at: latest(change.last_received_at, span.last_received_at),
  };
}

/** Notes that repeats of an alert that a user has resolved are no longer counted on it: a recovery or another alert has followed. */
export function endQuiet(fold: Pick<Fold, 'alerts'>, state: AlarmState, alarm: Alarm, at: Date): void {
  const { alert_id, last_received_at } = state;
  // The alarm may belong to another alert, and is then no news of this one.
  const heard = { ...alarm, created_at: fold.alerts.get(alert_id)?.last_received_at ?? last_received_at };
  getOrCreateChange(fold, alert_id, heard, false, at).quiet_until = at;
}

/** Counts an alarm that repeats an event of an alert. */
export function countDuplicate(
  fold: Pick<Fold, 'duplicates' | 'alertIds'>,
  change: AlertChange,
  alarm: Alarm,
  event_id: string,
): void {
  change.duplicate_count += 1;
  fold.duplicates.set(alarm.event_id, event_id);
  fold.alertIds.set(alarm.event_id, change.alert_id);
}

export function addEvent(fold: Pick<Fold, 'events' | 'alertIds'>, change: AlertChange, alarm: Alarm): void {
  change.event_count += 1;
  fold.events.push({ alarm, alert_id: change.alert_id });
  fold.alertIds.set(alarm.event_id, change.alert_id);
}

export function showFace(change: AlertChange, alarm: Alarm, at: Date): void {
  if (change.face_at !== null && change.face_at > at) return;
  change.face = alarm;
  change.face_at = at;
}

export function latest(one: Date, other: Date | null | undefined): Date {
  return other && other > one ? other : one;
}

/** Returns a rank that is higher for worse severities. */
export function rankOf(severity: Severity): number {
  return -SEVERITIES.indexOf(severity);
}

interface PreviousAlert {
  readonly alert_id: string;
  readonly open: boolean;
  readonly severity: Severity | null;
}

/**
 * @param before the alert before the change; `undefined`: it begins with this alarm
 * @param open whether the alert is open after the change
 * @param severity the severity that the alert shows after the change
 */
export function transitionOf(
  kind: TransitionKind,
  alarm: Alarm,
  alert_id: string,
  before: PreviousAlert | undefined,
  open: boolean,
  severity: Severity,
): AlertTransition {
  const stateOf = (isOpen: boolean) => (isOpen ? 'OPEN' : 'RESOLVED');
  return {
    alert_id,
    kind,
    state_before: before === undefined ? null : stateOf(before.open),
    state: stateOf(open),
    severity_before: before?.severity ?? null,
    severity,
    event_id: alarm.event_id,
    actor: kind === 'resolved' ? alarm.resolved_by : null,
  };
}
