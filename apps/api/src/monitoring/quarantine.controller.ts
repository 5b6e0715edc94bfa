import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GetQuarantined, ListQuarantine, StatQuarantine } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { QUARANTINE_SEARCHES, QUARANTINE_STATS } from '../http/query/query-examples.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import {
  GetQuarantinedRequest,
  QuarantinedDeliveryInfo,
  QuarantineQuery,
  QuarantinesInfo,
  QuarantineStatQuery,
} from './quarantine.dto.js';

@ApiTags('Quarantine')
@Controller('monitoring/v1')
export class QuarantineController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'quarantine/:delivery_id',
    summary: 'Get a delivery from the quarantine',
    description: 'Returns a delivery that could not be parsed, with its body and the reason.',
    permission: 'quarantine:read',
    request: GetQuarantinedRequest,
    response: QuarantinedDeliveryInfo,
  })
  get(@Message() { delivery_id, only }: GetQuarantinedRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetQuarantined(scope, delivery_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'quarantine',
    summary: 'List the quarantine',
    description:
      'Returns the deliveries that could not be parsed, most recently received first. Plain fields are ' +
      'compared for equality; use `query` for other conditions.',
    permission: 'quarantine:read',
    request: QuarantineQuery,
    response: QuarantinesInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: QuarantineQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListQuarantine(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'quarantine/search',
    summary: 'Search the quarantine',
    description: 'Returns the same as the list; the request is JSON.',
    queries: QUARANTINE_SEARCHES,
    permission: 'quarantine:read',
    request: QuarantineQuery,
    response: QuarantinesInfo,
  })
  search(
    @Message() request: QuarantineQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'quarantine/stat',
    summary: 'Statistics of the quarantine',
    description: 'Counts the deliveries that could not be parsed, as defined by `query`.',
    queries: QUARANTINE_STATS,
    permission: 'quarantine:read',
    request: QuarantineStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: QuarantineStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatQuarantine(scope, query, signal));
  }
}
