import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getScopeSubject, type Scope } from '#shared/kernel/scope.js';
import type { EventStream } from './event-stream.js';

/** Milliseconds. */
const CHECK_INTERVAL_MS = 1_000;
const KEEP_ALIVE_MS = 15_000;
const STALL_TIMEOUT_MS = 10_000;

/** Per API key, or per user of the OpenID issuer. A page of the console uses one stream; a domain may have 1,000 in all. */
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
    const subject = getScopeSubject(scope);
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
