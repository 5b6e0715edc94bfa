import { isIP } from 'node:net';
import type { IncomingMessage, Server } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Logger } from '@nestjs/common';

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
