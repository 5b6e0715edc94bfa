import { DomainError } from './domain-error.js';
import { LONG_USE, MaxMinShares, type Holder } from './max-min-shares.js';

interface SharesOptions {
  /** What the places are for, in the plural, as the caller reads it: `lists and stats`. */
  readonly name: string;
  /** The number of places in this process. */
  readonly places: number;
  /** Milliseconds that work may wait for a place. */
  readonly waitMs: number;
}

interface Waiter {
  readonly holder: Holder;
  readonly admit: () => void;
}

/**
 * The places of a process for one kind of work, shared between domains: the more domains have work, the fewer places each of
 * them may take. A place that becomes free goes to the domain that holds the fewest, so a domain that holds none waits only
 * for the end of work that is already running, however much of it others want.
 */
export class DomainShares {
  private readonly shares: MaxMinShares;
  /** In the order of arrival. None of them may take a place before another is released. */
  private readonly waiters = new Set<Waiter>();

  constructor(private readonly options: SharesOptions) {
    this.shares = new MaxMinShares(options.places, LONG_USE);
  }

  /**
   * @param signal ends the waiting, not the work
   * @throws ERROR_RATE_LIMITED if the domain's own work left no place in time; ERROR_UNAVAILABLE if that of others did
   */
  async run<T>(domainId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const holder = this.findHolder(domainId);
    if (!this.acquire(holder)) await this.wait(holder, signal);
    try {
      return await work();
    } finally {
      this.release(holder);
    }
  }

  /** As {@link run}, but returns `undefined` if the domain may take no place now: optional work must not wait. */
  tryRun<T>(domainId: string, work: () => Promise<T>): Promise<T> | undefined {
    const holder = this.findHolder(domainId);
    if (!this.acquire(holder)) return undefined;
    return work().finally(() => this.release(holder));
  }

  private findHolder(domainId: string): Holder {
    return this.shares.getHolder(domainId, domainId);
  }

  private acquire(holder: Holder): boolean {
    return this.shares.isBelowThreshold(holder, 1) && this.shares.acquireFreed(holder, 1);
  }

  private wait(holder: Holder, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { holder, admit: resolve };
    this.waiters.add(waiter);
    const onTimeout = () => reject(this.createRefusal(holder));
    const timer = setTimeout(onTimeout, this.options.waitMs);
    const onAbort = () => reject(DomainError.unavailable('The caller has gone'));
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort);
    return promise.finally(() => {
      this.waiters.delete(waiter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  }

  private release(holder: Holder): void {
    this.shares.release(holder, 1);
    for (let next = this.findNext(); next !== undefined; next = this.findNext()) {
      // If the one that holds the fewest may not take a place, no other may.
      if (!this.acquire(next.holder)) return;
      this.waiters.delete(next);
      next.admit();
    }
  }

  /** Returns the waiter whose domain holds the fewest places, the first of several. */
  private findNext(): Waiter | undefined {
    let next: Waiter | undefined;
    for (const waiter of this.waiters)
      if (next === undefined || waiter.holder.held < next.holder.held) next = waiter;
    return next;
  }

  private createRefusal({ held }: Holder): DomainError {
    const { name } = this.options;
    if (held === 0)
      return DomainError.unavailable(`${capitalize(name)} of other domains take all places; try again`);
    const detail = `Too many ${name} of this domain run at the same time; try again`;
    return new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: 1 });
  }
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
