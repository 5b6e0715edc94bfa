import type { Scope } from '#shared/kernel/scope.js';
import type { OnCall } from '../../domain/on-call.js';

/**
 * The schedules of each domain. A schedule of another domain is not found. `now` is the time of the
 * database. What is stored is checked soon after, and its calendar read.
 */
export abstract class OnCallRepository {
  /** Stores a schedule and returns its id. @throws the errors of `create`; ERROR_INVALID_PARAMETER naming a member without subscription */
  abstract add(scope: Scope, create: (now: Date) => OnCall): Promise<string>;

  /**
   * Loads a schedule, locks it until `change` has returned, and stores it if `change` returns true.
   * @throws ERROR_NOT_FOUND, and the errors of {@link add} and `change`
   */
  abstract change(
    scope: Scope,
    on_call_id: string,
    change: (onCall: OnCall, now: Date) => boolean,
  ): Promise<void>;

  /** @throws ERROR_NOT_FOUND */
  abstract remove(scope: Scope, on_call_id: string): Promise<void>;
}
