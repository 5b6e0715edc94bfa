import type { Scope } from '#shared/kernel/scope.js';
import type { Silence } from '../../domain/silence.js';

/**
 * A silence of another domain, or one that was deleted, is never found. The time is that of the database, by which
 * changes of alerts are dated.
 */
export abstract class SilenceRepository {
  /** @returns its id @throws what `make` throws */
  abstract add(scope: Scope, make: (now: Date) => Silence): Promise<string>;

  /**
   * Loads a silence and holds it against other changes until `change` is done; stored when `change` says it changed. What
   * it silenced is looked at again then.
   * @throws ERROR_NOT_FOUND, and what `change` throws
   */
  abstract change(
    scope: Scope,
    silence_id: string,
    change: (silence: Silence, now: Date) => boolean,
  ): Promise<void>;
}
