import type { AlertTransition } from '../../processing/domain/alert-transition.js';
import type { AlertInfo } from './alert-record.js';

/** A change of an alert, as followers and subscriptions receive it. */
export interface AlertMessage {
  readonly type: `alert.${AlertTransition['kind']}`;
  /** When the change was written. */
  readonly timestamp: string;
  readonly data: {
    /** The alert in its current state, or as changed by {@link withChangedState}. */
    readonly alert: AlertInfo;
    readonly change: Required<Omit<AlertTransition, 'alert_id' | 'kind' | 'calm_at'>>;
  };
}

/** Returns the message with the state and severity directly after the change. Later changes may have altered them. */
export function withChangedState(message: AlertMessage): AlertMessage {
  const { alert, change } = message.data;
  const { state, severity } = change;
  const openFields = state === 'OPEN' && { resolved_at: null, resolved_reason: null, resolved_after: null };
  return { ...message, data: { change, alert: { ...alert, state, severity, ...openFields } } };
}
