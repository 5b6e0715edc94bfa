import { isIP } from 'node:net';
import type { IncomingMessage, Server } from 'node:http';
import type { Query } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { Logger } from '@nestjs/common';
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

/**
 * Returns the address of the client: the one that trusted proxies report if it is an address, else that of the connection.
 * A client can write anything into X-Forwarded-For.
 */
export function getClientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // isIP accepts any text as the zone of an IPv6 address (`fe80::1%text`).
  return isIP(ip) !== 0 && !ip.includes('%') ? ip : (socket.remoteAddress ?? '');
}

/**
 * Returns the network to count an address by: the /64 of an IPv6 address, because one customer has at least a /64 and could
 * use a new address for each request; an IPv4 address itself.
 */
export function toNetwork(address: string): string {
  const ipv4 = /(?<!\d)\d+\.\d+\.\d+\.\d+$/.exec(address)?.[0];
  if (ipv4 !== undefined) return ipv4;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::', 2);
  const groups = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/**
 * Warns once if requests come through a proxy that is not configured: then rate limits and audit log see one address for all
 * callers. Only a log line, because a client may have made up the header.
 */
export function warnOfProxy(server: Server): void {
  const checkRequest = ({ headers }: IncomingMessage) => {
    if (headers['x-forwarded-for'] === undefined) return;
    server.off('request', checkRequest);
    new Logger('Http').warn(
      'requests come with X-Forwarded-For and TRUST_PROXY is not set, so that limits and the audit log take the proxy for the caller: set TRUST_PROXY to the addresses of your proxies, or to how many there are',
    );
  };
  server.on('request', checkRequest);
}
