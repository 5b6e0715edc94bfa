import { Readable } from 'node:stream';
import type { Fed, FeedReader } from '#monitoring';

/** Bytes that may wait for a reader before it is told nothing more. What is waiting is shared by all readers. */
const ENOUGH_WAITING = 64 * 1024;

/** Made once for all readers of a message: what waits for a thousand of them takes the room of one. */
const frames = new WeakMap<Fed, Buffer>();

/** What is followed as Server-Sent Events. */
export class EventStream extends Readable implements FeedReader {
  /** When it last took something, or had nothing to take. `performance.now()`. */
  movedAt = performance.now();
  saidAt = performance.now();

  get isReady(): boolean {
    return !this.destroyed && this.readableLength < ENOUGH_WAITING;
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

  /** An id without data: the client remembers it, and reports no event. */
  reach(position: string): void {
    this.say(`id: ${position}\n\n`);
  }

  reset(position: string): void {
    const reason = 'Some of what happened since then is no longer in the feed: list what was missed';
    this.say(`id: ${position}\nevent: reset\ndata: ${JSON.stringify({ reason })}\n\n`);
  }

  fail(reason: string): void {
    this.say(`event: failed\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.push(null);
  }

  /** A comment, which keeps proxies from closing a silent connection. */
  beat(): void {
    this.say(':\n\n');
  }

  override _read(): void {
    this.movedAt = performance.now();
  }

  private say(text: string | Buffer): void {
    this.saidAt = performance.now();
    this.push(text);
  }
}
