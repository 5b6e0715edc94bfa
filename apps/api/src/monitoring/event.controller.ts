import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GetEvent, ListEvents, StatEvents } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import { EVENT_SEARCHES, EVENT_STATS } from '../http/query/query-examples.js';
import { EventInfo, EventQuery, EventsInfo, EventStatQuery, GetEventRequest } from './event.dto.js';

@ApiTags('Event')
@Controller('monitoring/v1')
export class EventController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'event/:event_id',
    summary: 'Get an event',
    description: 'Returns one event with its raw data.',
    permission: 'event:read',
    request: GetEventRequest,
    response: EventInfo,
  })
  get(@Message() { event_id, only }: GetEventRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetEvent(scope, event_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'events',
    summary: 'List events',
    description:
      'Returns the events of the domain, newest first. Plain fields are compared for equality; use ' +
      '`query` for other conditions.',
    permission: 'event:read',
    request: EventQuery,
    response: EventsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: EventQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListEvents(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'events/search',
    summary: 'Search events',
    description: 'Returns the same as the list; the request is JSON.',
    queries: EVENT_SEARCHES,
    permission: 'event:read',
    request: EventQuery,
    response: EventsInfo,
  })
  search(
    @Message() request: EventQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'events/stat',
    summary: 'Statistics of events',
    description: 'Aggregates the events of the domain as defined by `query`, by time or by any field.',
    queries: EVENT_STATS,
    permission: 'event:read',
    request: EventStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: EventStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatEvents(scope, query, signal));
  }
}
