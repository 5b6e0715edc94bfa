import { uuidFromHash } from '#shared/kernel/ids.js';
import {
  fingerprintOf,
  keyHash,
  REPEATS_KEPT,
  UNTIMED_REPEAT_WINDOW,
  type Alarm,
  type AlarmState,
  type Repeat,
} from './alarm.js';

/** An event that is to be stored: an alarm and the incident it belongs to. */
export interface CorrelatedEvent {
  readonly alarm: Alarm;
  readonly alert_id: string;
}

/** What a batch does to one alert. Counts are added to those stored; the rest replaces them. */
export interface AlertChange {
  readonly alert_id: string;
  readonly event_key: string;
  readonly opened_at: Date;
  /** The last alarm that says what is wrong (not a RECOVERY); `null` keeps what the alert shows. */
  face: Alarm | null;
  /** Shown where the alert is new and only a RECOVERY is known of it. */
  readonly fallback: Alarm;
  open: boolean;
  resolved_at: Date | null;
  last_received_at: Date;
  event_count: number;
  duplicate_count: number;
}

export interface Correlation {
  readonly events: readonly CorrelatedEvent[];
  readonly alerts: readonly AlertChange[];
  /** By key hash. */
  readonly states: ReadonlyMap<string, AlarmState>;
  /** Event ids of the alarms that were repeats, by the repeated alarm's own id. */
  readonly duplicates: ReadonlyMap<string, string>;
}

/**
 * Folds alarms, in their order, into incidents: the first ALERT opens one, later ones join, a RECOVERY closes it.
 * A RECOVERY with nothing open joins the last incident of its key, or makes one that is RESOLVED from the start.
 * Pure: the same states and alarms give the same result, ids included.
 */
export function correlate(
  known: ReadonlyMap<string, AlarmState>,
  alarms: readonly Alarm[],
  deduplicate: boolean,
): Correlation {
  const events: CorrelatedEvent[] = [];
  const alerts = new Map<string, AlertChange>();
  const states = new Map<string, AlarmState>();
  const duplicates = new Map<string, string>();

  for (const alarm of alarms) {
    const key = keyHash(alarm.event_key);
    const state = states.get(key) ?? known.get(key);
    const fingerprint = fingerprintOf(alarm);

    const repeated = deduplicate && state ? findRepeat(state, alarm, fingerprint) : undefined;
    if (state && repeated) {
      const change = changeOf(alerts, state.alert_id, alarm, state.open);
      change.duplicate_count += 1;
      change.last_received_at = alarm.created_at;
      duplicates.set(alarm.event_id, repeated.event_id);
      states.set(key, { ...state, last_received_at: alarm.created_at });
      continue;
    }

    const recovery = alarm.event_type === 'RECOVERY';
    const joins = state !== undefined && (state.open || recovery);
    const alertId = joins ? state.alert_id : uuidFromHash(alarm.created_at, 'alert', alarm.event_id);
    const change = changeOf(alerts, alertId, alarm, joins ? state.open : !recovery);
    if (recovery && (change.open || !joins)) change.resolved_at = alarm.created_at;
    if (!recovery) change.face = alarm;
    change.open = !recovery;
    change.event_count += 1;
    change.last_received_at = alarm.created_at;
    events.push({ alarm, alert_id: alertId });
    states.set(key, {
      alert_id: alertId,
      open: !recovery,
      last_received_at: alarm.created_at,
      repeats: [
        ...(joins ? state.repeats : []),
        { fingerprint, event_id: alarm.event_id, received_at: alarm.created_at },
      ].slice(-REPEATS_KEPT),
    });
  }
  return { events, alerts: [...alerts.values()], states, duplicates };
}

function findRepeat(state: AlarmState, alarm: Alarm, fingerprint: string): Repeat | undefined {
  const repeat = state.repeats.findLast((one) => one.fingerprint === fingerprint);
  if (repeat === undefined || alarm.occurred_at !== null) return repeat;
  // Without a time nothing tells a second outage from a resent first one, so after a RECOVERY it is news.
  if (!state.open && alarm.event_type !== 'RECOVERY') return undefined;
  const age = alarm.created_at.getTime() - repeat.received_at.getTime();
  return age <= UNTIMED_REPEAT_WINDOW ? repeat : undefined;
}

function changeOf(
  alerts: Map<string, AlertChange>,
  alertId: string,
  alarm: Alarm,
  open: boolean,
): AlertChange {
  let change = alerts.get(alertId);
  if (change === undefined) {
    change = {
      alert_id: alertId,
      event_key: alarm.event_key,
      opened_at: alarm.created_at,
      face: null,
      fallback: alarm,
      open,
      resolved_at: null,
      last_received_at: alarm.created_at,
      event_count: 0,
      duplicate_count: 0,
    };
    alerts.set(alertId, change);
  }
  return change;
}
