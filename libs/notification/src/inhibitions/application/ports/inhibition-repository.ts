import type { Scope } from '#shared/kernel/scope.js';
import type { AlertFilter } from '../../../subscriptions/domain/subscription.js';
import type { Inhibition } from '../../domain/inhibition.js';

/** A subscription that tells of openings. */
export interface TellingFilter extends AlertFilter {
  readonly project_id: string | null;
}

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

  /** Returns the filters of the enabled subscriptions that tell of openings. */
  abstract findTellingFilters(domain_id: string): Promise<readonly TellingFilter[]>;
}
