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

/** Answers a request with a stream, which lasts as long as the caller's credential is valid. */
@Injectable()
export class StreamSender {
  constructor(
    private readonly queries: QueryBus,
    private readonly streams: EventStreams,
  ) {}

  /** @param follow returns the query that subscribes the reader to the feed; its result unsubscribes the reader */
  async send(
    { scope, credential, reply }: Caller,
    follow: (reader: FeedReader) => Query<() => void>,
  ): Promise<void> {
    const stream = new EventStream();
    const mayStay = async () =>
      credential !== undefined && (await this.queries.execute(asks(credential, true))) !== undefined;
    this.streams.add(stream, scope, mayStay);
    // Destroys the stream also if Fastify never reads it: after HEAD, when the client has disconnected, or when `follow`
    // is rejected.
    finished(reply.raw, () => stream.destroy());
    const leave = await this.queries.execute(follow(stream));
    if (stream.destroyed) leave();
    else stream.once('close', leave);
    stream.beat();
    void reply
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      // Otherwise nginx buffers the messages.
      .header('x-accel-buffering', 'no')
      .send(stream);
  }
}
