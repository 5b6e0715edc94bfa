import type { Query } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { parseCookie } from 'cookie';
import { Authenticate, AuthenticateSession, AuthenticateStreamToken } from '#identity';
import type { Caller } from '#shared/kernel/scope.js';
import type { Operation } from '../../docs/operation.decorator.js';

/** What a request authenticates itself by. */
export type Credential =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'session'; readonly cookie: string }
  | { readonly kind: 'stream token'; readonly token: string };

/** Behind TLS no other host of the domain can set the first. */
export const SESSION_COOKIES = { secure: '__Host-tocsin_session', plain: 'tocsin_session' } as const;

/** What a browser keeps while somebody signs in at the issuer. */
export const SIGN_IN_COOKIES = { secure: '__Host-tocsin_sign_in', plain: 'tocsin_sign_in' } as const;

/** The header comes first: who can send it needs nothing else. */
export function credentialIn(
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
  { basic = false, streamToken = false }: Pick<Operation, 'basic' | 'streamToken'>,
): Credential | undefined {
  const key = keyIn(headers.authorization, basic);
  if (key !== undefined) return { kind: 'key', key };
  const { token } = streamToken ? (query as { readonly token?: unknown }) : {};
  if (typeof token === 'string') return { kind: 'stream token', token };
  const cookies = headers.cookie === undefined ? {} : parseCookie(headers.cookie);
  const cookie = cookies[SESSION_COOKIES.secure] ?? cookies[SESSION_COOKIES.plain];
  return cookie === undefined ? undefined : { kind: 'session', cookie };
}

/** Who may act with it. @param isOpen what it opened is still open, and is only looked at again */
export function asks(credential: Credential, isOpen = false): Query<Caller | undefined> {
  switch (credential.kind) {
    case 'key':
      return new Authenticate(credential.key);
    case 'session':
      return new AuthenticateSession(credential.cookie);
    case 'stream token':
      return new AuthenticateStreamToken(credential.token, isOpen);
  }
}

function keyIn(header: string | undefined, basic: boolean): string | undefined {
  const [, scheme, value = ''] = /^(bearer|basic) +(\S+) *$/i.exec(header ?? '') ?? [];
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme === undefined || !basic) return undefined;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}
