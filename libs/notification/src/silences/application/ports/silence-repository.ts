import type { Scope } from '#shared/kernel/scope.js';
import type { Silence } from '../../domain/silence.js';

/**
 * The silences of each domain. A silence of another domain, or a deleted one, is not found. `now` is the time of the
 * database, which also dates changes of alerts.
 */
export abstract class SilenceRepository {
  /**
   * Stores a silence and returns its id.
   * @param isNumbered the name gets a number, if it is taken
   * @throws ERROR_NOT_UNIQUE if another silence that has not ended has its name, and the errors of `create`
   */
  abstract add(scope: Scope, create: (now: Date) => Silence, isNumbered: boolean): Promise<string>;

  /**
   * Loads a silence, locks it until `change` has returned, and stores it if `change` returns true. The alerts that it
   * silenced are then checked again.
   * @throws ERROR_NOT_FOUND, ERROR_NOT_UNIQUE if it gets the name of another silence that has not ended, and the errors of `change`
   */
  abstract change(
    scope: Scope,
    silence_id: string,
    change: (silence: Silence, now: Date) => boolean,
  ): Promise<void>;
}
