import { Query } from '@nestjs/cqrs';
import type { SessionInfo } from './session-info.js';

/**
 * Returns the session of a cookie.
 * @throws ERROR_NOT_FOUND when it has ended
 */
export class GetSession extends Query<SessionInfo> {
  constructor(readonly cookie: string) {
    super();
  }
}
