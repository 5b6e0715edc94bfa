import { finished } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { QueryBus, type Query } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { FeedReader } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { createAuthenticationQuery } from '../http/auth/credentials.js';
import type { ApiRequest } from '../http/body/message.decorator.js';
import { EventStream } from './event-stream.js';
import { EventStreamRegistry } from './event-stream-registry.js';

interface StreamContext {
  readonly scope: Scope;
  readonly credential: ApiRequest['credential'];
  readonly reply: FastifyReply;
}

/** Answers a request with a stream, which lasts as long as the caller's credential is valid. */
@Injectable()
export class StreamSender {
  constructor(
    private readonly queries: QueryBus,
    private readonly streams: EventStreamRegistry,
  ) {}

  /** @param createQuery returns the query that subscribes the reader to the feed; its result unsubscribes the reader */
  async send(
    { scope, credential, reply }: StreamContext,
    createQuery: (reader: FeedReader) => Query<() => void>,
  ): Promise<void> {
    const stream = new EventStream();
    const isAuthorized = async () =>
      credential !== undefined &&
      (await this.queries.execute(createAuthenticationQuery(credential, true))) !== undefined;
    this.streams.add(stream, scope, isAuthorized);
    // Destroys the stream also if Fastify never reads it: after HEAD, when the client has disconnected, or when `follow`
    // is rejected.
    finished(reply.raw, () => stream.destroy());
    const unsubscribe = await this.queries.execute(createQuery(stream));
    if (stream.destroyed) unsubscribe();
    else stream.once('close', unsubscribe);
    stream.sendKeepAlive();
    void reply
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      // Otherwise nginx buffers the messages.
      .header('x-accel-buffering', 'no')
      .send(stream);
  }
}
