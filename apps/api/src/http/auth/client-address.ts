import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the address of the client: the one that trusted proxies report if it is an address, else that of the connection.
 * A client can write anything into X-Forwarded-For.
 */
export function getClientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // isIP accepts any text as the zone of an IPv6 address (`fe80::1%text`).
  return isIP(ip) !== 0 && !ip.includes('%') ? ip : (socket.remoteAddress ?? '');
}
