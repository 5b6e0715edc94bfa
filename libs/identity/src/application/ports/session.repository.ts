import type { Scope } from '#shared/kernel/scope.js';
import type { Session } from '../../domain/session.js';

export abstract class SessionRepository {
  /**
   * @returns whether it was kept: not where its sign-in token was used before
   * @throws ERROR_RATE_LIMITED when its holder has begun too many within an hour
   */
  abstract add(scope: Scope, session: Session): Promise<boolean>;

  /** As long as it has not ended. @throws ERROR_UNAVAILABLE when it cannot be known */
  abstract find(session_id: string): Promise<Session | undefined>;

  /**
   * It is let in nowhere any more, within a second.
   * @param user_id whose it must be; `undefined`: anybody's of the domain
   * @returns whether there was one
   */
  abstract end(scope: Scope, session_id: string, user_id?: string): Promise<boolean>;
}
