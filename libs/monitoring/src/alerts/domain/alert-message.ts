import type { AlertTransition } from '../../processing/domain/alert-transition.js';
import type { AlertInfo } from './alert-record.js';

/** What happened to an alert, as whoever is told of it reads it. */
export interface AlertMessage {
  readonly type: `alert.${AlertTransition['kind']}`;
  /** When it was written down. */
  readonly timestamp: string;
  readonly data: {
    /** As it is now, or as {@link asChanged} has it. */
    readonly alert: AlertInfo;
    readonly change: Required<Omit<AlertTransition, 'alert_id' | 'kind'>>;
  };
}

/** With the state and severity that the change left the alert with; what happened since may have changed them. */
export function asChanged(message: AlertMessage): AlertMessage {
  const { alert, change } = message.data;
  const { state, severity } = change;
  const isOpen = state === 'OPEN' && { resolved_at: null, resolved_reason: null, resolved_after: null };
  return { ...message, data: { change, alert: { ...alert, state, severity, ...isOpen } } };
}
