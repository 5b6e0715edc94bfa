import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { RawJson } from '#shared/kernel/json.js';
import type { Page } from '#shared/kernel/page.js';
import { getCallerKind, type CallerKind } from '#shared/kernel/scope.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { ListSessions, SESSION_FIELDS, type SessionInfo } from '../../application/queries/session-info.js';
import { SESSION_KIND } from './postgres-session.repository.js';
import { SESSION_IDLE_MS } from './authenticate-session.handler.js';

const SESSION_RECORD = new RecordSerializer(SESSION_FIELDS);

/** Whether the secret of the API key that started a session, if one did, is still accepted. */
const KEY_IS_VALID = `(api_key_id is null or exists (
  select from api_key k where k.domain_id = session.domain_id and k.state = 'ENABLED'
    and (k.expires_at is null or k.expires_at > statement_timestamp())
    and (k.secret_digest = session.key_digest
      or k.previous_secret_digest = session.key_digest and k.previous_secret_expires_at > statement_timestamp())))`;

const createSessionResource = (idleMs: number, kind?: CallerKind): Resource => ({
  name: 'Session',
  relation: `(select * from session where ended_at is null and expires_at > statement_timestamp()
    and ${KEY_IS_VALID}
    and coalesce(last_used_at, created_at) > statement_timestamp() - interval '${idleMs} ms'
    ${kind === undefined ? '' : `and ${SESSION_KIND} = '${kind}'`})`,
  id: 'session_id',
  ...toQueryFields(SESSION_FIELDS),
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
    return this.engine.list(
      role === 'ADMIN' ? this.sessions : this.ownSessions[getCallerKind(request.scope)],
      { ...request, filter: { ...filter, ...ownFilter }, record: SESSION_RECORD },
      signal,
    );
  }
}
