import type { Logger } from '@nestjs/common';

/** Milliseconds. */
const INTERVAL_MS = 60_000;

/**
 * Logs that a server is away: one line a minute, however many queues and calls fail, and one when it is back. A server that comes
 * and goes gets no more lines than one that stays away.
 */
export class OutageLog {
  private since: number | undefined;
  private lastLoggedAt = Number.NEGATIVE_INFINITY;
  private isLogged = false;

  constructor(
    private readonly server: string,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  recordFailure(reason: string): void {
    const now = performance.now();
    this.since ??= now;
    if (now - this.lastLoggedAt < INTERVAL_MS) return;
    this.lastLoggedAt = now;
    this.isLogged = true;
    this.logger.warn(`${this.server} cannot be reached, so workers look for work in the database: ${reason}`);
  }

  recordSuccess(): void {
    if (this.since === undefined) return;
    const seconds = Math.round((performance.now() - this.since) / 1_000);
    if (this.isLogged) this.logger.warn(`${this.server} can be reached again, after ${seconds} s`);
    this.since = undefined;
    this.isLogged = false;
  }
}
