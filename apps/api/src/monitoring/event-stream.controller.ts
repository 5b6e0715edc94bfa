import { Controller, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { FollowEvents } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { CallerScope, Message, type ApiRequest } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { EventStreamQuery } from './event.dto.js';
import { LAST_EVENT_ID_HEADER } from './stream.dto.js';
import { StreamSender } from './event-stream.js';

@ApiTags('Event')
@Controller('monitoring/v1')
export class EventStreamController {
  constructor(private readonly streams: StreamSender) {}

  @Operation({
    method: 'GET',
    path: 'events/stream',
    summary: 'Follow new events',
    description:
      'Sends new events as Server-Sent Events. Each message is an event as in the list. Each event is sent exactly ' +
      'once, in the order in which events become visible. `query` filters the stream like a search; in it, `now` is the ' +
      'time at which an event is compared. To continue after an interruption, send the last id as `Last-Event-ID` ' +
      '(browsers do this automatically). For an id older than an hour the stream sends a `reset` event; list the missed ' +
      'events then. If a query takes too long, the stream sends a `failed` event and ends. A client that does not keep ' +
      'up for 10 seconds is disconnected and can reconnect. Limits per API process (more: 429): 20 open streams for each ' +
      'key, 100 different queries for each domain, and 2,000 streams in total, of which one domain may have half; if ' +
      'none is left for a domain, a stream of the domain that has the most ends, and its client connects again.',
    permission: 'event:read',
    streamToken: true,
    request: EventStreamQuery,
    produces: 'text/event-stream',
  })
  @ApiHeader(LAST_EVENT_ID_HEADER)
  async follow(
    @Message() { domain_id: _, token: _token, last_event_id, query, ...filter }: EventStreamQuery,
    @CallerScope() scope: Scope,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() { credential }: ApiRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const position = lastEventId || last_event_id || undefined;
    await this.streams.send(
      { scope, credential, reply },
      (reader) => new FollowEvents(scope, filter, reader, position, query),
    );
  }
}
