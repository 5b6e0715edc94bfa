import type { Scope } from '#shared/kernel/scope.js';
import type { Session } from '../../domain/session.js';

export abstract class SessionRepository {
  /**
   * Stores a session.
   * @returns false if its sign-in token was used before
   * @throws ERROR_RATE_LIMITED when its holder began too many sessions within an hour
   */
  abstract add(scope: Scope, session: Session): Promise<boolean>;

  /**
   * Returns the session unless it was ended.
   * @throws ERROR_UNAVAILABLE when this cannot be determined
   */
  abstract find(session_id: string): Promise<Session | undefined>;

  /** As {@link find}, but reads the time of its last use, which another process may have written, from the database. */
  abstract findCurrent(session_id: string): Promise<Session | undefined>;

  /** Returns whether a sign-in token or attempt has started a session. */
  abstract isUsed(sign_in_id: string): Promise<boolean>;

  /**
   * Ends a session. Every process rejects it within a second.
   * @param onlyOwn whether it must be one of the caller, by kind and name
   * @returns whether there was such a session
   */
  abstract end(scope: Scope, session_id: string, onlyOwn: boolean): Promise<boolean>;

  /**
   * Moves a session that may enter other domains to another one, where it has another id. Every process rejects the old id
   * within a second.
   * @returns whether there was such a session in the domain of the scope
   */
  abstract move(
    scope: Scope,
    session_id: string,
    place: Pick<Session, 'session_id' | 'domain_id' | 'last_used_at'>,
  ): Promise<boolean>;
}
