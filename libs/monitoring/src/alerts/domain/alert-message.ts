import type { AlertTransition } from '../../processing/domain/alert-transition.js';
import type { AlertInfo } from './alert-record.js';

/** What happened to an alert, as whoever is told of it reads it. */
export interface AlertMessage {
  readonly type: `alert.${AlertTransition['kind']}`;
  /** When it was written down. */
  readonly timestamp: string;
  readonly data: {
    /** As it is now. */
    readonly alert: AlertInfo;
    readonly change: Required<Omit<AlertTransition, 'alert_id' | 'kind'>>;
  };
}
