import { Controller, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { FollowEvents } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { CallerScope, Message, type ApiRequest } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { EventStreamQuery } from './event.dto.js';
import { LAST_EVENT_ID } from './stream.dto.js';
import { StreamSender } from './stream-sender.js';

@ApiTags('Event')
@Controller('monitoring/v1')
export class EventStreamController {
  constructor(private readonly streams: StreamSender) {}

  @Operation({
    method: 'GET',
    path: 'events/stream',
    summary: 'Follow new events',
    description:
      'Server-Sent Events. Each message is an event as in the list. Each event is sent exactly once, in the order in ' +
      'which they became visible. To continue after an interruption, send the last id as `Last-Event-ID` (browsers do ' +
      'this automatically). `query` narrows the stream like a search; of `now` it takes the time of each event. For an id older than an hour the stream sends a `reset` event; list the missed events ' +
      'then. A query that takes too long ends with a `failed` event. A reader that does not keep up for 10 seconds is disconnected and can reconnect. On one process a key can ' +
      'have 20 streams open at a time, a domain 1,000 with 100 different queries (more: 429), and all together 2,000 (503).',
    permission: 'event:read',
    streamToken: true,
    request: EventStreamQuery,
    produces: 'text/event-stream',
  })
  @ApiHeader(LAST_EVENT_ID)
  async follow(
    @Message() { domain_id: _, token: _token, last_event_id, query, ...filter }: EventStreamQuery,
    @CallerScope() scope: Scope,
    @Headers('last-event-id') after: string | undefined,
    @Req() { credential }: ApiRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const from = after || last_event_id || undefined;
    await this.streams.send(
      { scope, credential, reply },
      (reader) => new FollowEvents(scope, filter, reader, from, query),
    );
  }
}
