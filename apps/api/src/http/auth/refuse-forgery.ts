import type { FastifyRequest } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';

type Request = Pick<FastifyRequest, 'method' | 'headers' | 'host'>;

/**
 * A browser sends its cookie whoever's page asks for it. A page of another origin can neither make the request look as if it
 * came from this one nor send a header of its own unasked.
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
 * Without a cookie there is nothing to forge but the sign-in itself: a page could sign its reader in as somebody else, and
 * read what is then done. Programs send no Origin.
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
