import { finished } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { QueryBus, type Query } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { FeedReader } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { asks } from '../http/auth/credentials.js';
import type { ApiRequest } from '../http/body/message.decorator.js';
import { EventStream } from './event-stream.js';
import { EventStreams } from './event-streams.js';

interface Caller {
  readonly scope: Scope;
  readonly credential: ApiRequest['credential'];
  readonly reply: FastifyReply;
}

/** Answers with what a caller follows, for as long as it may. */
@Injectable()
export class StreamSender {
  constructor(
    private readonly queries: QueryBus,
    private readonly streams: EventStreams,
  ) {}

  /** @param follow the message by which a reader begins to follow */
  async send(
    { scope, credential, reply }: Caller,
    follow: (reader: FeedReader) => Query<() => void>,
  ): Promise<void> {
    const stream = new EventStream();
    const mayStay = async () =>
      credential !== undefined && (await this.queries.execute(asks(credential, true))) !== undefined;
    this.streams.add(stream, scope, mayStay);
    // Also after HEAD, which Fastify answers without ever reading it, when the caller has gone meanwhile, and where it
    // may not follow.
    finished(reply.raw, () => stream.destroy());
    const leave = await this.queries.execute(follow(stream));
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
