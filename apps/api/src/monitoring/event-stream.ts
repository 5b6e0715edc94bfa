import { Readable, finished } from 'node:stream';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { QueryBus, type Query } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { FeedMessage, FeedReader } from '#monitoring';
import { DomainError } from '#shared/kernel/domain-error.js';
import { type Scope, getScopeLimitSubject } from '#shared/kernel/scope.js';
import { createAuthenticationQuery } from '../http/auth/caller.js';
import type { ApiRequest } from '../http/body/message.decorator.js';

/** Bytes that may be buffered for a reader before it gets no more messages. Readers share the buffered frames. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** Encoded once per message for all readers: a message buffered for a thousand readers takes the memory of one. */
const frames = new WeakMap<FeedMessage, Buffer>();

/** One open stream of Server-Sent Events. */
export class EventStream extends Readable implements FeedReader {
  /** When the client last read, or had read everything. `performance.now()`. */
  lastReadAt = performance.now();
  lastWriteAt = performance.now();
  private isFinished = false;

  get isReady(): boolean {
    return !this.destroyed && !this.isFinished && this.readableLength < MAX_BUFFERED_BYTES;
  }

  send(message: FeedMessage): void {
    let frame = frames.get(message);
    if (frame === undefined) {
      const { position, type, data } = message;
      const eventLine = type === undefined ? '' : `event: ${type}\n`;
      frame = Buffer.from(`id: ${position}\n${eventLine}data: ${JSON.stringify(data)}\n\n`);
      frames.set(message, frame);
    }
    this.pushFrame(frame);
  }

  /** Sends an id without data. The client remembers the id for its next connection, but dispatches no event. */
  reportPosition(position: string): void {
    this.pushFrame(`id: ${position}\n\n`);
  }

  reset(position: string): void {
    const reason =
      'The feed no longer has all changes since this id: list the records to find those that were missed';
    this.pushFrame(`id: ${position}\nevent: reset\ndata: ${JSON.stringify({ reason })}\n\n`);
  }

  fail(reason: string): void {
    this.pushFrame(`event: failed\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.finish();
  }

  /** Ends the stream once the client has read what is buffered. */
  finish(): void {
    this.isFinished = true;
    this.push(null);
  }

  /** Sends a comment, which keeps proxies from closing an idle connection. */
  sendKeepAlive(): void {
    this.pushFrame(':\n\n');
  }

  override _read(): void {
    this.lastReadAt = performance.now();
  }

  private pushFrame(text: string | Buffer): void {
    if (this.isFinished) return;
    this.lastWriteAt = performance.now();
    this.push(text);
  }
}

/** Milliseconds. */
const CHECK_INTERVAL_MS = 1_000;
const KEEP_ALIVE_MS = 15_000;
const STALL_TIMEOUT_MS = 10_000;

/** Per API key, per user of the OpenID issuer, or per domain for sessions of the operator. A page of the console uses one stream; a domain may have 1,000 in all. */
const MAX_STREAMS_PER_KEY = 20;

/** Maintains the open streams: keeps idle ones alive, and ends those of stalled readers and of keys that are no longer valid. */
@Injectable()
export class EventStreamRegistry implements BeforeApplicationShutdown {
  private readonly logger = new Logger('EventStreams');
  private readonly open = new Map<EventStream, () => Promise<boolean>>();
  private readonly openCounts = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  /** Prevents overlapping rounds: checking the keys may take longer than the interval. */
  private isChecking = false;

  /**
   * @param isAuthorized whether the credential is still valid; if that cannot be determined, the stream stays open
   * @throws ERROR_RATE_LIMITED if the key has the maximum number of streams; the root key has no maximum
   */
  add(stream: EventStream, scope: Scope, isAuthorized: () => Promise<boolean>): void {
    const subject = getScopeLimitSubject(scope);
    const openCount = this.openCounts.get(subject) ?? 0;
    if (!scope.root && openCount >= MAX_STREAMS_PER_KEY) throw createLimitError(MAX_STREAMS_PER_KEY);
    this.openCounts.set(subject, openCount + 1);
    this.open.set(stream, isAuthorized);
    stream.once('close', () => this.remove(stream, subject));
    this.timer ??= setInterval(() => void this.checkAll(), CHECK_INTERVAL_MS).unref();
  }

  private remove(stream: EventStream, subject: string): void {
    this.open.delete(stream);
    const remaining = (this.openCounts.get(subject) ?? 1) - 1;
    if (remaining > 0) this.openCounts.set(subject, remaining);
    else this.openCounts.delete(subject);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    // A regular end of the stream: the client reconnects, to another process, with the last id that it received.
    for (const stream of this.open.keys()) stream.finish();
  }

  private async checkAll(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    await Promise.all([...this.open].map(([stream, isAuthorized]) => this.checkStream(stream, isAuthorized)));
    this.isChecking = false;
  }

  private async checkStream(stream: EventStream, isAuthorized: () => Promise<boolean>): Promise<void> {
    const now = performance.now();
    if (!stream.isReady && now - stream.lastReadAt > STALL_TIMEOUT_MS) {
      this.logger.warn(`a stream is closed: its client has read nothing for ${STALL_TIMEOUT_MS / 1000} s`);
      stream.destroy();
    } else if (!(await isAuthorized().catch(() => true))) stream.finish();
    else if (now - stream.lastWriteAt > KEEP_ALIVE_MS) stream.sendKeepAlive();
  }
}

function createLimitError(perKey: number): DomainError {
  const detail = `At most ${perKey} streams of a key are open at a time: close one, let readers share one, or use another key`;
  return new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: 5 });
}

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
