import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Who a request comes from: what the proxies that are trusted say, where that is an address, and else whoever is
 * connected. Anybody can write anything into X-Forwarded-For.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // A zone can be any text, too.
  return isIP(ip) !== 0 && !ip.includes('%') ? ip : (socket.remoteAddress ?? '');
}
