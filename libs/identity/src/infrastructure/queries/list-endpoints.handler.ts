import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { createRowSerializer } from '#shared/platform/persistence/record-serializer.js';
import { ListEndpoints, type EndpointInfo } from '../../application/queries/list-endpoints.js';
import { NO_DOMAIN, PROCESSES, createServicesResource } from './endpoint-resource.js';

export const PUBLIC_URL = Symbol('public url');

@QueryHandler(ListEndpoints)
export class ListEndpointsHandler implements IQueryHandler<ListEndpoints> {
  constructor(
    private readonly engine: QueryEngine,
    @Inject(PUBLIC_URL) private readonly publicUrl: string,
  ) {}

  execute({ scope, filter, query, signal }: ListEndpoints): Promise<RawJson<Page<Partial<EndpointInfo>>>> {
    const { service, endpoint_type = 'PUBLIC' } = filter;
    if (endpoint_type === 'INTERNAL' && !scope.root) {
      throw new DomainError(
        'ERROR_PERMISSION_DENIED',
        'denied',
        'INTERNAL endpoints are for the root key only',
      );
    }
    const resource = endpoint_type === 'INTERNAL' ? PROCESSES : createServicesResource(this.publicUrl);
    const record = createRowSerializer(toEndpointInfo, resource.record);
    const request = { scope: { ...scope, domain_id: NO_DOMAIN }, filter: { service }, query, record };
    return this.engine.list(resource, request, signal);
  }
}

function toEndpointInfo({ service, name, endpoint, state, version }: EndpointInfo): EndpointInfo {
  return { service, name, endpoint, state, version };
}
