import { finished } from 'node:stream';
import { Controller, Headers, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { FollowEvents } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { asks } from '../http/auth/credentials.js';
import { CallerScope, Message, type ApiRequest } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { EventStreamQuery } from './event.dto.js';
import { EventStream } from './event-stream.js';
import { EventStreams } from './event-streams.js';

@ApiTags('Event')
@Controller('monitoring/v1')
export class EventStreamController {
  constructor(
    private readonly queries: QueryBus,
    private readonly streams: EventStreams,
  ) {}

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
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    schema: { type: 'string', maxLength: 128 },
    description: 'The id of the last message received.',
  })
  async follow(
    @Message() { domain_id: _, token: _token, last_event_id, query, ...filter }: EventStreamQuery,
    @CallerScope() scope: Scope,
    @Headers('last-event-id') after: string | undefined,
    @Req() { credential }: ApiRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const stream = new EventStream();
    const mayStay = async () =>
      credential !== undefined && (await this.queries.execute(asks(credential, true))) !== undefined;
    this.streams.add(stream, scope, mayStay);
    // Also after HEAD, which Fastify answers without ever reading it, when the caller has gone meanwhile, and where it
    // may not follow.
    finished(reply.raw, () => stream.destroy());
    const from = after || last_event_id || undefined;
    const leave = await this.queries.execute(new FollowEvents(scope, filter, stream, from, query));
    if (stream.destroyed) leave();
    else stream.once('close', leave);
    stream.beat();
    void reply
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      // Nginx would hold the messages back until there are enough of them.
      .header('x-accel-buffering', 'no')
      .send(stream);
  }
}
