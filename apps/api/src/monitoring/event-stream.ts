import { Readable } from 'node:stream';
import type { FeedMessage, FeedReader } from '#monitoring';

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
