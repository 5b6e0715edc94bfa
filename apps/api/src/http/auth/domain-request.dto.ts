import type { FastifyRequest } from 'fastify';
import { CallerIdField, OnlyField } from '../body/fields.js';
import type { ApiRequest } from '../body/message.decorator.js';

/** Base of requests that act in one domain. */
export abstract class DomainRequest {
  @CallerIdField({
    required: false,
    description: 'The domain of the request. Default: the domain of the key. Required with the root key.',
    example: 'demo',
  })
  domain_id?: string;
}

/** Base of requests that must name their domain, whatever the key. */
export abstract class RequiredDomainRequest {
  @CallerIdField({
    description: 'The domain of the request. An API key may name its own only.',
    example: 'demo',
  })
  domain_id!: string;
}

/** Base of requests for one record, or for some of its fields. */
export abstract class GetRecordRequest extends DomainRequest {
  @OnlyField()
  only?: string[];
}

/** Returns the domain of a request, for the log: that of its key or webhook, or the one that the root key names. */
export function getRequestDomain(request: FastifyRequest): string | undefined {
  const { caller, message, admitted } = request as ApiRequest & { admitted?: { readonly domain_id: string } };
  if (caller?.root === false) return caller.domain_id;
  const { domain_id } = (message ?? {}) as { readonly domain_id?: string };
  return admitted?.domain_id ?? domain_id;
}
