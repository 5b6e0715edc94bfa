import type { FastifyRequest } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';

type Request = Pick<FastifyRequest, 'method' | 'headers' | 'host'>;

/**
 * Rejects cross-site request forgery. A browser sends the session cookie also for a page of another origin. But such a page
 * can neither forge the header Origin nor add a header like X-Requested-With without a preflight.
 * @throws ERROR_PERMISSION_DENIED
 */
export function refuseForgery(request: Request): void {
  const { method, headers, host } = request;
  if (method === 'GET' || method === 'HEAD') return;
  if (headers['x-requested-with'] === undefined)
    throw refusal('With a session, a change needs the header X-Requested-With');
  if (!isOfThisHost(request)) throw refusal(`With a session, the header Origin must name this host, ${host}`);
}

/**
 * Rejects login forgery: a page of another origin could sign its visitor in to the attacker's account, and the attacker
 * would see what the visitor does there. Origin may be missing, because programs do not send it.
 * @throws ERROR_PERMISSION_DENIED
 */
export function refuseForgedSignIn(request: Request): void {
  const { headers, host } = request;
  if (headers['x-requested-with'] === undefined)
    throw refusal('To sign in, the header X-Requested-With is needed');
  if (headers.origin !== undefined && !isOfThisHost(request))
    throw refusal(`To sign in, the header Origin must name this host, ${host}, or be left out`);
}

const refusal = (why: string) => new DomainError('ERROR_PERMISSION_DENIED', 'denied', why);

const isOfThisHost = ({ headers, host }: Request) => hostOf(headers.origin) === host.toLowerCase();

function hostOf(origin: string | undefined): string | undefined {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
}
