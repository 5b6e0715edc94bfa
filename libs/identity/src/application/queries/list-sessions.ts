import { ListRecords } from '#shared/messages/read-messages.js';
import type { SessionInfo } from './session-info.js';

/** Fields that are set must be equal. */
export interface SessionFilter {
  readonly session_id?: string | undefined;
  readonly user_id?: string | undefined;
}

/** Lists active sessions, newest first: for an administrator those of the domain, for others their own. */
export class ListSessions extends ListRecords<SessionInfo, SessionFilter> {}
