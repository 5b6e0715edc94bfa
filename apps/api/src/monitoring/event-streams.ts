import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { subjectIn, type Scope } from '#shared/kernel/scope.js';
import type { EventStream } from './event-stream.js';

/** Milliseconds. */
const LOOK_EVERY = 1_000;
const BEAT_AFTER = 15_000;
const STALLED_AFTER = 10_000;

/** Per API key, or per user of the OpenID issuer. A page of the console uses one stream; a domain may have 1,000 in all. */
const STREAMS_PER_KEY = 20;

/** Maintains the open streams: keeps idle ones alive, and ends those of stalled readers and of keys that are no longer valid. */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly logger = new Logger('EventStreams');
  private readonly open = new Map<EventStream, () => Promise<boolean>>();
  private readonly openOf = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  /** Prevents overlapping rounds: checking the keys may take longer than the interval. */
  private isLooking = false;

  /**
   * @param mayStay whether the credential is still valid; if that cannot be determined, the stream stays open
   * @throws ERROR_RATE_LIMITED if the key has the maximum number of streams; the root key has no maximum
   */
  add(stream: EventStream, scope: Scope, mayStay: () => Promise<boolean>): void {
    const subject = subjectIn(scope);
    const before = this.openOf.get(subject) ?? 0;
    if (!scope.root && before >= STREAMS_PER_KEY) throw tooMany(STREAMS_PER_KEY);
    this.openOf.set(subject, before + 1);
    this.open.set(stream, mayStay);
    stream.once('close', () => this.remove(stream, subject));
    this.timer ??= setInterval(() => void this.lookAtAll(), LOOK_EVERY).unref();
  }

  private remove(stream: EventStream, subject: string): void {
    this.open.delete(stream);
    const left = (this.openOf.get(subject) ?? 1) - 1;
    if (left > 0) this.openOf.set(subject, left);
    else this.openOf.delete(subject);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    // A regular end of the stream: the client reconnects, to another process, with the last id that it received.
    for (const stream of this.open.keys()) stream.finish();
  }

  private async lookAtAll(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    await Promise.all([...this.open].map(([stream, mayStay]) => this.look(stream, mayStay)));
    this.isLooking = false;
  }

  private async look(stream: EventStream, mayStay: () => Promise<boolean>): Promise<void> {
    const now = performance.now();
    if (!stream.isReady && now - stream.movedAt > STALLED_AFTER) {
      this.logger.warn(`a stream is closed: its client has read nothing for ${STALLED_AFTER / 1000} s`);
      stream.destroy();
    } else if (!(await mayStay().catch(() => true))) stream.finish();
    else if (now - stream.saidAt > BEAT_AFTER) stream.beat();
  }
}

function tooMany(perKey: number): DomainError {
  const detail = `At most ${perKey} streams of a key are open at a time: close one, let readers share one, or use another key`;
  return new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: 5 });
}
