import type { FastifyRequest } from 'fastify';
import type { ApiRequest } from '../body/message.decorator.js';

/** Returns the domain of a request, for the log: that of its key or webhook, or the one that the root key names. */
export function getRequestDomain(request: FastifyRequest): string | undefined {
  const { caller, message, admitted } = request as ApiRequest & { admitted?: { readonly domain_id: string } };
  if (caller?.root === false) return caller.domain_id;
  const { domain_id } = (message ?? {}) as { readonly domain_id?: string };
  return admitted?.domain_id ?? domain_id;
}
