import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import type { Alarm } from './alarm.js';

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
