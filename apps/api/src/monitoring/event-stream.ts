import { Readable } from 'node:stream';
import type { Fed, FeedReader } from '#monitoring';

/** Bytes that may be buffered for a reader before it gets no more messages. Readers share the buffered frames. */
const ENOUGH_WAITING = 64 * 1024;

/** Encoded once per message for all readers: a message buffered for a thousand readers takes the memory of one. */
const frames = new WeakMap<Fed, Buffer>();

/** One open stream of Server-Sent Events. */
export class EventStream extends Readable implements FeedReader {
  /** When the client last read, or had read everything. `performance.now()`. */
  movedAt = performance.now();
  saidAt = performance.now();
  private isFinished = false;

  get isReady(): boolean {
    return !this.destroyed && !this.isFinished && this.readableLength < ENOUGH_WAITING;
  }

  tell(fed: Fed): void {
    let frame = frames.get(fed);
    if (frame === undefined) {
      const { position, type, data } = fed;
      const named = type === undefined ? '' : `event: ${type}\n`;
      frame = Buffer.from(`id: ${position}\n${named}data: ${JSON.stringify(data)}\n\n`);
      frames.set(fed, frame);
    }
    this.say(frame);
  }

  /** Sends an id without data. The client remembers the id for its next connection, but dispatches no event. */
  reach(position: string): void {
    this.say(`id: ${position}\n\n`);
  }

  reset(position: string): void {
    const reason =
      'The feed no longer has all changes since this id: list the records to find those that were missed';
    this.say(`id: ${position}\nevent: reset\ndata: ${JSON.stringify({ reason })}\n\n`);
  }

  fail(reason: string): void {
    this.say(`event: failed\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.finish();
  }

  /** Ends the stream once the client has read what is buffered. */
  finish(): void {
    this.isFinished = true;
    this.push(null);
  }

  /** Sends a comment, which keeps proxies from closing an idle connection. */
  beat(): void {
    this.say(':\n\n');
  }

  override _read(): void {
    this.movedAt = performance.now();
  }

  private say(text: string | Buffer): void {
    if (this.isFinished) return;
    this.saidAt = performance.now();
    this.push(text);
  }
}
