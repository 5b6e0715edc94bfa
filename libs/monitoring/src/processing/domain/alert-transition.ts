import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import type { Alarm } from './alarm.js';

export const CHANGE_KINDS = [
  'opened',
  'escalated',
  'acknowledged',
  'unacknowledged',
  'resolved',
  'reopened',
  'flapping',
] as const;

export type TransitionKind = (typeof CHANGE_KINDS)[number];

type AlertState = 'OPEN' | 'RESOLVED';

/** What happened to an alert. */
export interface AlertTransition {
  readonly alert_id: string;
  readonly kind: TransitionKind;
  /** `null`: there was no alert before. */
  readonly state_before: AlertState | null;
  readonly state: AlertState;
  /** `null`: there was no alert before, or it is not known. */
  readonly severity_before: Severity | null;
  readonly severity: Severity;
  /** The event that did it; `null`: none did. */
  readonly event_id: string | null;
  /** Who did it; `null`: the sender's alarms, or the service. */
  readonly actor: string | null;
  /** Its key is flapping: but for the change of kind `flapping`, nobody need be told. */
  flapping?: boolean;
}

/** The higher, the worse. */
export function rankOf(severity: Severity): number {
  return -SEVERITIES.indexOf(severity);
}

interface Before {
  readonly alert_id: string;
  readonly open: boolean;
  readonly severity: Severity | null;
}

/**
 * @param before what was known of the alert; `undefined`: it begins with this alarm
 * @param open what it is now
 * @param severity what it shows now
 */
export function transitionOf(
  kind: TransitionKind,
  alarm: Alarm,
  alert_id: string,
  before: Before | undefined,
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
    actor: null,
  };
}
