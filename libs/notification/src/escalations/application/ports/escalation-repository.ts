import type { Scope } from '#shared/kernel/scope.js';
import type { Escalation } from '../../domain/escalation.js';

/**
 * The policies of each domain. One of another domain, or a deleted one, is not found. `now` is the time of the database, which also
 * dates changes of alerts.
 */
export abstract class EscalationRepository {
  /**
   * Stores a policy and returns its id. It takes effect for alerts that open from then on.
   * @throws the errors of `create`; ERROR_INVALID_PARAMETER naming a receiver that it cannot have
   */
  abstract add(scope: Scope, create: (now: Date) => Escalation): Promise<string>;

  /**
   * Loads a policy, locks it until `change` has returned, and stores it if `change` returns true. Running escalations keep the
   * version with which they began.
   * @throws ERROR_NOT_FOUND, and as {@link add}
   */
  abstract change(
    scope: Scope,
    escalation_id: string,
    change: (escalation: Escalation, now: Date) => boolean,
  ): Promise<void>;

  /** Deletes a policy, and ends what runs by it. @throws ERROR_NOT_FOUND */
  abstract remove(scope: Scope, escalation_id: string): Promise<void>;

  /** Checks the receivers of a draft, as if it were stored. @throws as {@link add} */
  abstract check(
    domain_id: string,
    draft: Pick<Escalation, 'project_id' | 'steps' | 'fallback'>,
  ): Promise<void>;

  /**
   * Returns for each schedule (id) what says who would be told at a time, in milliseconds: ids of subscriptions. The lists of one
   * watch are the same.
   */
  abstract readMembers(
    domain_id: string,
    onCallIds: readonly string[],
    time: { readonly from: Date; readonly to: Date },
  ): Promise<ReadonlyMap<string, (at: number) => readonly string[]>>;

  /** Returns the names of subscriptions by their ids. Those that do not exist are left out. */
  abstract readNames(domain_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
