import type { FastifyRequest } from 'fastify';
import type { ApiRequest } from '../body/message.decorator.js';

/** Whose request it is, for the log: the domain of its key, of its webhook, or the one that the root key names. */
export function domainOf(request: FastifyRequest): string | undefined {
  const { caller, message, admitted } = request as ApiRequest & { admitted?: { readonly domain_id: string } };
  if (caller?.root === false) return caller.domain_id;
  const { domain_id } = (message ?? {}) as { readonly domain_id?: string };
  return admitted?.domain_id ?? domain_id;
}
