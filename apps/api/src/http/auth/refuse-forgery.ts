import type { FastifyRequest } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';

type Request = Pick<FastifyRequest, 'method' | 'headers' | 'host'>;

/**
 * Rejects cross-site request forgery. A browser sends the session cookie also for a page of another origin. But such a page
 * can neither forge the header Origin nor add a header like X-Requested-With without a preflight.
 * @throws ERROR_PERMISSION_DENIED
 */
export function rejectForgery(request: Request): void {
  const { method, headers, host } = request;
  if (method === 'GET' || method === 'HEAD') return;
  if (headers['x-requested-with'] === undefined)
    throw createRefusal('With a session, a change needs the header X-Requested-With');
  if (!isSameHost(request))
    throw createRefusal(`With a session, the header Origin must name this host, ${host}`);
}

/**
 * Rejects login forgery: a page of another origin could sign its visitor in to the attacker's account, and the attacker
 * would see what the visitor does there. Origin may be missing, because programs do not send it.
 * @throws ERROR_PERMISSION_DENIED
 */
export function rejectForgedSignIn(request: Request): void {
  const { headers, host } = request;
  if (headers['x-requested-with'] === undefined)
    throw createRefusal('To sign in, the header X-Requested-With is needed');
  if (headers.origin !== undefined && !isSameHost(request))
    throw createRefusal(`To sign in, the header Origin must name this host, ${host}, or be left out`);
}

const createRefusal = (detail: string) => new DomainError('ERROR_PERMISSION_DENIED', 'denied', detail);

const isSameHost = ({ headers, host }: Request) => parseHost(headers.origin) === host.toLowerCase();

function parseHost(origin: string | undefined): string | undefined {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
}
