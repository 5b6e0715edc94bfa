import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { SessionInfo } from './session-info.js';

/** Fields that are set must be equal. */
export interface SessionFilter {
  readonly session_id?: string | undefined;
  readonly user_id?: string | undefined;
}

/** Lists active sessions, newest first: for an administrator those of the domain, for others their own. */
export class ListSessions extends Query<RawJson<Page<Partial<SessionInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: SessionFilter,
    readonly query: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
