import { Query } from '@nestjs/cqrs';
import type { SessionInfo } from './session-info.js';

/** The session of a cookie. @throws ERROR_NOT_FOUND when it has ended meanwhile */
export class GetSession extends Query<SessionInfo> {
  constructor(readonly cookie: string) {
    super();
  }
}
