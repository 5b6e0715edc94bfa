import { hashKey, type Alarm, type AlarmState } from '../src/processing/domain/alarm.js';
import { correlate, openDueHolds } from '../src/processing/domain/correlate.js';
import type { Severity } from '#senders/plugin-api/event.js';
import { resolveState } from '../src/processing/domain/manual-resolution.js';
import type { FlapSettings } from '../src/webhooks/domain/webhook-settings.js';
import type {
  AlertChange,
  AlertSpan,
  Correlation,
  AlertTransition,
} from '../src/processing/domain/correlation.js';

/** Stores the result of correlation in memory, as the database does. */
export class AlertMemory {
  readonly alerts: AlertChange[] = [];
  readonly states = new Map<string, AlarmState>();
  readonly events = new Set<string>();
  readonly transitions: AlertTransition[] = [];
  readonly duplicates = new Map<string, string>();

  constructor(private readonly flap: FlapSettings | null = null) {}

  process(alarms: readonly Alarm[]): void {
    this.keep(correlate({ states: this.states, spans: this.spansOf(alarms) }, alarms, this.settings));
  }

  /** As the worker does when no delivery is pending. */
  openDueHolds(now: Date): void {
    this.keep(openDueHolds({ states: this.states, spans: new Map() }, now, this.settings));
  }

  /** As a user resolves the open alert of a key. Returns its severity, if one was open. */
  resolve(event_key: string, at: Date, quietSeconds: number): Severity | undefined {
    const key = hashKey(event_key);
    const state = this.states.get(key);
    const alert = this.alerts.find(({ alert_id }) => alert_id === state?.alert_id);
    if (!state?.open || !alert) return undefined;
    const severity = (alert.face ?? alert.fallback).severity;
    const resolved = resolveState(state, at, severity, quietSeconds);
    this.states.set(key, resolved);
    Object.assign(alert, { open: false, resolved_at: at, quiet_until: resolved.quiet?.until });
    return severity;
  }

  private get settings() {
    return { deduplicate: true, flap: this.flap };
  }

  private keep(found: Correlation): void {
    for (const [key, state] of found.states) this.states.set(key, state);
    for (const { alarm } of found.events) this.events.add(alarm.event_id);
    for (const [one, other] of found.duplicates) this.duplicates.set(one, other);
    this.transitions.push(...found.transitions);
    for (const change of found.alerts) this.store(change);
  }

  openKeys(): string[] {
    return this.alerts
      .filter(({ open }) => open)
      .map(({ event_key }) => event_key)
      .toSorted();
  }

  openStates(): string[] {
    return [...this.states].flatMap(([key, { open }]) => (open ? [key] : [])).toSorted();
  }

  private store(change: AlertChange): void {
    const stored = this.alerts.find(({ alert_id }) => alert_id === change.alert_id);
    if (!stored) return void this.alerts.push({ ...change });
    Object.assign(stored, {
      open: change.open,
      opened_at: change.opened_at < stored.opened_at ? change.opened_at : stored.opened_at,
      opener: change.opened_at < stored.opened_at ? change.opener : stored.opener,
      resolved_at: change.open ? null : (change.resolved_at ?? stored.resolved_at),
      quiet_until:
        change.quiet_until && stored.quiet_until && change.quiet_until < stored.quiet_until
          ? change.quiet_until
          : stored.quiet_until,
      last_received_at:
        change.last_received_at > stored.last_received_at ? change.last_received_at : stored.last_received_at,
      event_count: stored.event_count + change.event_count,
      duplicate_count: stored.duplicate_count + change.duplicate_count,
    });
    if (change.face_at && (!stored.face_at || change.face_at >= stored.face_at))
      Object.assign(stored, { face: change.face, face_at: change.face_at });
  }

  private spansOf(alarms: readonly Alarm[]): Map<string, AlertSpan[]> {
    const keys = new Set(alarms.map(({ event_key }) => event_key));
    return new Map(
      [...keys].map((key) => [
        hashKey(key),
        this.alerts
          .filter(({ event_key }) => event_key === key)
          .map(({ alert_id, opened_at, resolved_at, last_received_at }) => ({
            ...{ alert_id, opened_at, resolved_at, last_received_at },
          })),
      ]),
    );
  }
}
