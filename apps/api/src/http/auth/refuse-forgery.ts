import type { FastifyRequest } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';

/**
 * A browser sends its cookie whoever's page asks for it. A page of another origin can neither make the request look as if it
 * came from this one nor send a header of its own unasked.
 * @throws ERROR_PERMISSION_DENIED
 */
export function refuseForgery({
  method,
  headers,
  host,
}: Pick<FastifyRequest, 'method' | 'headers' | 'host'>): void {
  if (method === 'GET' || method === 'HEAD') return;
  if (headers['x-requested-with'] === undefined) throw refusal('a change needs the header X-Requested-With');
  if (hostOf(headers.origin) !== host.toLowerCase())
    throw refusal(`the header Origin must name this host, ${host}`);
}

const refusal = (why: string) =>
  new DomainError('ERROR_PERMISSION_DENIED', 'denied', `With a session, ${why}`);

function hostOf(origin: string | undefined): string | undefined {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
}
