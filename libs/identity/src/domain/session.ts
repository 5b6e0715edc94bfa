import type { Role } from '#shared/kernel/scope.js';

/** The lifetime of a session in milliseconds: a working day. */
export const SESSION_LIFETIME_MS = 12 * 3_600_000;

/**
 * The maximum number of sessions that one holder may start within an hour. Enough for many people with one key, and a
 * limit for a client that signs in again and again.
 */
export const MAX_SESSIONS_PER_HOUR = 100;

/** The user agent and address of a browser, by which users recognize their sessions. */
export interface SessionOrigin {
  readonly address: string;
  readonly user_agent: string | null;
}

/** A browser that acts for a user in one domain at a time. Only a session that the root key itself started may enter another. */
export interface Session extends SessionOrigin {
  /** uuid */
  readonly session_id: string;
  readonly domain_id: string;
  readonly user_id: string;
  /** The role at the start of the session. */
  readonly role: Role;
  /** The public id of the key; `null` for the root key and for a token of the issuer. */
  readonly api_key_id: string | null;
  /** The digest of the key in base64; `null` if the session was not started by a key. */
  readonly key_digest: string | null;
  /** uuid of the sign-in token or attempt that started the session. */
  readonly sign_in_id: string | null;
  readonly created_at: Date;
  /** When it was last used, as far as this was written. */
  readonly last_used_at: Date;
  readonly expires_at: Date;
}

/**
 * Whether the session may enter other domains: the root key itself started it. Whoever gives a link to somebody else opens one
 * domain to him, even with the root key.
 */
export const mayEnterDomains = ({ api_key_id, key_digest, sign_in_id }: Session): boolean =>
  api_key_id === null && key_digest !== null && sign_in_id === null;
