import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Page } from '#shared/kernel/page.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListEndpoints, type EndpointInfo } from '../../application/queries/list-endpoints.js';
import { NO_DOMAIN, PROCESSES, services } from './endpoint-resource.js';

export const PUBLIC_URL = Symbol('public url');

@QueryHandler(ListEndpoints)
export class ListEndpointsHandler implements IQueryHandler<ListEndpoints> {
  constructor(
    @Inject(QueryEngine) private readonly engine: QueryEngine,
    @Inject(PUBLIC_URL) private readonly publicUrl: string,
  ) {}

  execute({ scope, filter, query, signal }: ListEndpoints): Promise<Page<Partial<EndpointInfo>>> {
    const { service, endpoint_type = 'PUBLIC' } = filter;
    if (endpoint_type === 'INTERNAL' && !scope.root) {
      throw new DomainError(
        'ERROR_PERMISSION_DENIED',
        'denied',
        'INTERNAL endpoints are for the root key only',
      );
    }
    return this.engine.list(
      endpoint_type === 'INTERNAL' ? PROCESSES : services(this.publicUrl),
      {
        scope: { ...scope, domain_id: NO_DOMAIN },
        filter: { service },
        query,
        select: () => 'r.service, r.name, r.endpoint, r.state, r.version',
        record: ({ service: of, name, endpoint, state, version }: EndpointInfo) => ({
          service: of,
          name,
          endpoint,
          state,
          version,
        }),
      },
      signal,
    );
  }
}
