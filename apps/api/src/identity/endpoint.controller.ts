import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ListEndpoints } from '#identity';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { ENDPOINT_SEARCHES } from '../http/query/query-examples.js';
import { EndpointQuery, EndpointsInfo } from './endpoint.dto.js';

@ApiTags('Endpoint')
@Controller('identity/v1')
export class EndpointController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'endpoints',
    summary: 'List endpoints',
    description:
      'Returns the address, state and version of each service. The root key can also list every process.',
    permission: 'endpoint:read',
    request: EndpointQuery,
    response: EndpointsInfo,
  })
  list(
    @Message() { query, service, endpoint_type }: EndpointQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    const filter = { service, endpoint_type: parseEndpointType(endpoint_type) };
    return this.queries.execute(new ListEndpoints(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'endpoints/search',
    summary: 'Search endpoints',
    description: 'Returns the same as the list; the request is JSON.',
    queries: ENDPOINT_SEARCHES,
    permission: 'endpoint:read',
    request: EndpointQuery,
    response: EndpointsInfo,
  })
  search(
    @Message() request: EndpointQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }
}

function parseEndpointType(text: string | undefined): 'PUBLIC' | 'INTERNAL' | undefined {
  const type = text?.toUpperCase();
  if (type === undefined || type === 'PUBLIC' || type === 'INTERNAL') return type;
  throw DomainError.invalid('endpoint_type', 'must be PUBLIC or INTERNAL');
}
