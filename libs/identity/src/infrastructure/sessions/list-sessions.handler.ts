import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Page, RawJson } from '#shared/kernel/page.js';
import { getCallerKind, type CallerKind } from '#shared/kernel/scope.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { createRowSerializer } from '#shared/platform/persistence/record-serializer.js';
import type { Resource } from '#shared/query/resource.js';
import { ListSessions } from '../../application/queries/list-sessions.js';
import {
  SESSION_FIELDS,
  toSessionInfo,
  type SessionInfo,
  type PublicSession,
} from '../../application/queries/session-info.js';
import { SESSION_KIND } from './postgres-session.repository.js';
import { SESSION_IDLE_MS } from './authenticate-session.handler.js';

const createSessionResource = (idleMs: number, kind?: CallerKind): Resource => ({
  name: 'Session',
  relation: `(select * from session where ended_at is null and expires_at > statement_timestamp()
    and coalesce(last_used_at, created_at) > statement_timestamp() - interval '${idleMs} ms'
    ${kind === undefined ? '' : `and ${SESSION_KIND} = '${kind}'`})`,
  id: 'session_id',
  fields: {
    session_id: { type: 'id', kind: 'session', sql: 'r.session_id', required: true },
    user_id: { type: 'text', sql: 'r.user_id', required: true },
    role: { type: 'enum', values: ['ADMIN', 'MEMBER', 'VIEWER'], sql: 'r.role', required: true },
    api_key_id: { type: 'text', sql: 'r.api_key_id' },
    address: { type: 'text', sql: 'r.address', required: true },
    user_agent: { type: 'text', sql: 'r.user_agent' },
    domain_id: { type: 'text', sql: 'r.domain_id', required: true },
    created_at: { type: 'date', sql: 'r.created_at', required: true },
    expires_at: { type: 'date', sql: 'r.expires_at', required: true },
  },
  record: SESSION_FIELDS,
  keywords: ['user_id', 'address', 'user_agent'],
  order: [{ key: 'session_id', desc: true }],
  minimal: ['session_id', 'user_id', 'created_at'],
});

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  private readonly sessions: Resource;
  /** The sessions of callers of one kind, whose users may have the names of others. */
  private readonly ownSessions: Readonly<Record<CallerKind, Resource>>;

  constructor(
    private readonly engine: QueryEngine,
    @Inject(SESSION_IDLE_MS) idleMs: number,
  ) {
    this.sessions = createSessionResource(idleMs);
    this.ownSessions = {
      operator: createSessionResource(idleMs, 'operator'),
      key: createSessionResource(idleMs, 'key'),
      user: createSessionResource(idleMs, 'user'),
    };
  }

  execute({ filter, signal, ...request }: ListSessions): Promise<RawJson<Page<Partial<SessionInfo>>>> {
    const { role, user_id } = request.scope;
    const ownFilter = role === 'ADMIN' ? {} : { user_id: user_id ?? '' };
    if (
      ownFilter.user_id !== undefined &&
      filter.user_id !== undefined &&
      filter.user_id !== ownFilter.user_id
    )
      throw new DomainError(
        'ERROR_PERMISSION_DENIED',
        'denied',
        'Only administrators see the sessions of others',
      );
    const record = createRowSerializer((row: PublicSession) => toSessionInfo(row), SESSION_FIELDS);
    return this.engine.list(
      role === 'ADMIN' ? this.sessions : this.ownSessions[getCallerKind(request.scope)],
      { ...request, filter: { ...filter, ...ownFilter }, record },
      signal,
    );
  }
}
