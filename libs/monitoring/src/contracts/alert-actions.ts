import type { Scope, Via } from '#shared/kernel/scope.js';
import type { ReceiverAct, ReceiverActOutcome } from '../alerts/domain/user-acts.js';
import type { AlertInfo } from '../alerts/domain/alert-record.js';

export type { AlertInfo, ReceiverAct, ReceiverActOutcome };

/** What another context does to an alert on behalf of a person whom it has recognised. */
export abstract class AlertActions {
  /** @throws ERROR_NOT_FOUND */
  abstract get(scope: Scope, alert_id: string): Promise<AlertInfo>;

  /**
   * @throws ERROR_NOT_FOUND; ERROR_CONFLICT for an alert that is resolved or that somebody has acknowledged already;
   *   ERROR_UNAVAILABLE while its webhook is being processed
   */
  abstract acknowledge(scope: Scope, alert_id: string): Promise<void>;

  /** Resolves it, and keeps it resolved for the default time. @throws as {@link acknowledge}, but not for an acknowledged one */
  abstract resolve(scope: Scope, alert_id: string): Promise<void>;

  /** Assigns it to somebody who has asked for it, and acknowledges it. @throws as {@link acknowledge} */
  abstract assign(scope: Scope, alert_id: string, assignee: string | null): Promise<void>;

  /**
   * Carries out what was done at a receiver of notifications, once and unless something newer was done.
   * @throws ERROR_NOT_FOUND; ERROR_CONFLICT for a note that is too much; ERROR_UNAVAILABLE while its webhook is being processed
   */
  abstract follow(
    scope: Scope & { readonly via: Via },
    alert_id: string,
    act: ReceiverAct,
  ): Promise<ReceiverActOutcome>;
}
