import { formatId } from '#shared/kernel/ids.js';
import type { Role } from '#shared/kernel/scope.js';
import type { Session } from '../../domain/session.js';

/** A session as callers see it. */
export interface SessionInfo {
  readonly session_id: string;
  readonly user_id: string;
  readonly role: Role;
  readonly api_key_id: string | null;
  readonly address: string;
  readonly user_agent: string | null;
  readonly domain_id: string;
  readonly created_at: string;
  readonly expires_at: string;
}

export const SESSION_FIELDS: readonly (keyof SessionInfo)[] = [
  'session_id',
  'user_id',
  'role',
  'api_key_id',
  'address',
  'user_agent',
  'domain_id',
  'created_at',
  'expires_at',
];

export type PublicSession = Pick<Session, keyof SessionInfo>;

export function toSessionInfo(session: PublicSession): SessionInfo {
  const { user_id, role, api_key_id, address, user_agent, domain_id } = session;
  return {
    session_id: formatId('session', session.session_id),
    user_id,
    role,
    api_key_id,
    address,
    user_agent,
    domain_id,
    created_at: session.created_at.toISOString(),
    expires_at: session.expires_at.toISOString(),
  };
}
