import type { Role } from '#shared/kernel/scope.js';

/** Milliseconds: a working day. */
export const SESSION_LASTS = 12 * 3_600_000;

/**
 * Sessions that one holder may begin in an hour: many people with one key are fewer, and a client that signs in again
 * and again ends here.
 */
export const MOST_SESSIONS_AN_HOUR = 100;

/** What a browser said of itself, and where it asked from: by that people know their sessions again. */
export interface SessionOrigin {
  readonly address: string;
  readonly user_agent: string | null;
}

/** A browser that acts for a user in one domain. */
export interface Session extends SessionOrigin {
  /** uuid */
  readonly session_id: string;
  readonly domain_id: string;
  readonly user_id: string;
  /** When it began. */
  readonly role: Role;
  /** The public id; `null` for the root key and for a token of the issuer. */
  readonly api_key_id: string | null;
  /** In base64; `null` where it was not begun by a key. */
  readonly key_digest: string | null;
  /** uuid of the sign-in token that it was begun by. */
  readonly sign_in_id: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}
