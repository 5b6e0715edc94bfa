import type { Query } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { Authenticate, AuthenticateSession, AuthenticateStreamToken } from '#identity';
import type { Caller } from '#shared/kernel/scope.js';
import type { Operation } from '../../docs/operation.decorator.js';

/** The credential that a request authenticates with. */
export type Credential =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'session'; readonly cookie: string }
  | { readonly kind: 'stream token'; readonly token: string };

/** The `__Host-` prefix is for HTTPS: browsers then refuse the cookie from other hosts of the domain. */
export const SESSION_COOKIES = { secure: '__Host-tocsin_session', plain: 'tocsin_session' } as const;

/** The cookies that hold the state of a sign-in while the user is at the OpenID issuer. */
export const SIGN_IN_COOKIES = { secure: '__Host-tocsin_sign_in', plain: 'tocsin_sign_in' } as const;

/**
 * Returns the credential of a request. The header Authorization takes precedence over a stream token and a cookie.
 * @param readCookie returns the cookie of the session
 */
export function findCredential(
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
  { basic = false, streamToken = false }: Pick<Operation, 'basic' | 'streamToken'>,
  readCookie: () => string | undefined,
): Credential | undefined {
  const key = parseAuthorization(headers.authorization, basic);
  if (key !== undefined) return { kind: 'key', key };
  const { token } = streamToken ? (query as { readonly token?: unknown }) : {};
  if (typeof token === 'string') return { kind: 'stream token', token };
  const cookie = readCookie();
  return cookie === undefined ? undefined : { kind: 'session', cookie };
}

/**
 * Returns the query that authenticates a credential.
 * @param isOpenStream whether a stream that it opened is being checked again; the stream token may have expired meanwhile
 */
export function createAuthenticationQuery(
  credential: Credential,
  isOpenStream = false,
): Query<Caller | undefined> {
  switch (credential.kind) {
    case 'key':
      return new Authenticate(credential.key);
    case 'session':
      return new AuthenticateSession(credential.cookie);
    case 'stream token':
      return new AuthenticateStreamToken(credential.token, isOpenStream);
  }
}

function parseAuthorization(header: string | undefined, basic: boolean): string | undefined {
  const [, scheme, value = ''] = /^(bearer|basic) +(\S+) *$/i.exec(header ?? '') ?? [];
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme === undefined || !basic) return undefined;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}
