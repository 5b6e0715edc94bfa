import type { Scope } from '#shared/kernel/scope.js';
import type { Inhibition } from '../../domain/inhibition.js';

/**
 * The inhibitions of each domain. An inhibition of another domain, or a deleted one, is not found. `now` is the time of the
 * database, which also dates changes of alerts.
 */
export abstract class InhibitionRepository {
  /** Stores an inhibition and returns its id. @throws the errors of `create` */
  abstract add(scope: Scope, create: (now: Date) => Inhibition): Promise<string>;

  /**
   * Loads an inhibition, locks it until `change` has returned, and stores it if `change` returns true. The alerts that it held
   * back are then checked again.
   * @throws ERROR_NOT_FOUND, and the errors of `change`
   */
  abstract change(
    scope: Scope,
    inhibition_id: string,
    change: (inhibition: Inhibition, now: Date) => boolean,
  ): Promise<void>;

  /** Returns which of these alerts an enabled subscription tells of, when they open. */
  abstract findTold(domain_id: string, alertIds: readonly string[]): Promise<ReadonlySet<string>>;
}
