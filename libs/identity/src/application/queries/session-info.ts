import { Query } from '@nestjs/cqrs';
import { formatId } from '#shared/kernel/ids.js';
import { ROLES } from '#shared/kernel/scope.js';
import { ListRecords } from '#shared/messages/read-messages.js';
import type { InfoOf, RecordFields } from '#shared/query/record.js';
import { mayEnterDomains, type Session } from '../../domain/session.js';

/** {@link mayEnterDomains} in SQL, over the alias `r`. */
export const MAY_ENTER_DOMAINS = `(r.api_key_id is null and r.key_digest is not null and r.sign_in_id is null)`;

/** A session as callers see it. */
export const SESSION_FIELDS = {
  session_id: { type: 'id', kind: 'session' },
  user_id: { type: 'userId' },
  role: { type: 'enum', name: 'APIKeyRole', values: ROLES },
  api_key_id: {
    type: 'textId',
    kind: 'api_key',
    nullable: true,
    description:
      'The API key that started the session. `null` for the root key and for a token of the issuer.',
  },
  address: {
    type: 'text',
    description: 'The network address from which the session was started.',
    example: '192.0.2.7',
  },
  user_agent: {
    type: 'text',
    nullable: true,
    description: 'The `User-Agent` of the browser that started the session.',
    example: 'Mozilla/5.0',
  },
  domain_id: { type: 'callerId' },
  may_enter_domains: {
    type: 'boolean',
    computed: MAY_ENTER_DOMAINS,
    description:
      'Whether the session may switch to other domains: the root key itself started it, and no sign-in link.',
    example: false,
  },
  created_at: { type: 'date' },
  expires_at: { type: 'date' },
} as const satisfies RecordFields;

export type SessionInfo = InfoOf<typeof SESSION_FIELDS>;

export function toSessionInfo(session: Session): SessionInfo {
  const { user_id, role, api_key_id, address, user_agent, domain_id } = session;
  return {
    session_id: formatId('session', session.session_id),
    user_id,
    role,
    api_key_id,
    address,
    user_agent,
    domain_id,
    may_enter_domains: mayEnterDomains(session),
    created_at: session.created_at.toISOString(),
    expires_at: session.expires_at.toISOString(),
  };
}

/**
 * Returns the session of a cookie.
 * @throws ERROR_NOT_FOUND when it has ended
 */
export class GetSession extends Query<SessionInfo> {
  constructor(readonly cookie: string) {
    super();
  }
}

/** Fields that are set must be equal. */
interface SessionFilter {
  readonly session_id?: string | undefined;
  readonly user_id?: string | undefined;
}

/** Lists active sessions, newest first: for an administrator those of the domain, for others their own. */
export class ListSessions extends ListRecords<SessionInfo, SessionFilter> {}
