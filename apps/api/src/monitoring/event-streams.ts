import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { EventStream } from './event-stream.js';

/** Milliseconds. */
const LOOK_EVERY = 1_000;
const BEAT_AFTER = 15_000;
const STALLED_AFTER = 10_000;

/** Looks after the open streams: keeps silent ones alive, ends those of slow readers and of keys that ended. */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly logger = new Logger('EventStreams');
  private readonly open = new Map<EventStream, () => Promise<boolean>>();
  private timer: NodeJS.Timeout | undefined;

  /** @param mayStay whether its key still allows it; what cannot be known yet changes nothing */
  add(stream: EventStream, mayStay: () => Promise<boolean>): void {
    this.open.set(stream, mayStay);
    stream.once('close', () => this.open.delete(stream));
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    // Ended in order: the client comes again, to another process, with the last id it saw.
    for (const stream of this.open.keys()) stream.push(null);
  }

  private async look(): Promise<void> {
    const now = performance.now();
    for (const [stream, mayStay] of this.open) {
      if (!stream.isReady && now - stream.movedAt > STALLED_AFTER) {
        this.logger.warn('a reader that takes nothing is dropped');
        stream.destroy();
      } else if (!(await mayStay().catch(() => true))) stream.push(null);
      else if (now - stream.saidAt > BEAT_AFTER) stream.beat();
    }
  }
}
