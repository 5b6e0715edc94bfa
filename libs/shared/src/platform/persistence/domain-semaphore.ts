import { DomainError } from '../../kernel/domain-error.js';

interface Waiter {
  readonly admit: () => void;
}

/** Limits how many requests of a domain run at a time. Further ones wait a short time. */
export class DomainSemaphore {
  private readonly slotsInUse = new Map<string, number>();
  private readonly waiters = new Map<string, Waiter[]>();

  constructor(
    private readonly maxPerDomain: number,
    private readonly waitTimeoutMs: number,
  ) {}

  /** @throws ERROR_RATE_LIMITED if no slot became free in time */
  async run<T>(domainId: string, work: () => Promise<T>): Promise<T> {
    await this.acquire(domainId);
    try {
      return await work();
    } finally {
      this.release(domainId);
    }
  }

  /** As {@link run}, but returns `undefined` if the domain has no free slot: optional work must not wait. */
  tryRun<T>(domainId: string, work: () => Promise<T>): Promise<T> | undefined {
    return this.hasFreeSlot(domainId) ? this.run(domainId, work) : undefined;
  }

  private hasFreeSlot(domainId: string): boolean {
    return (this.slotsInUse.get(domainId) ?? 0) < this.maxPerDomain;
  }

  private acquire(domainId: string): Promise<void> | undefined {
    if (this.hasFreeSlot(domainId)) {
      this.slotsInUse.set(domainId, (this.slotsInUse.get(domainId) ?? 0) + 1);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const queue = this.waiters.get(domainId) ?? [];
      this.waiters.set(domainId, queue);
      const entry = {
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1);
        reject(createTooManyError());
      }, this.waitTimeoutMs);
      queue.push(entry);
    });
  }

  private release(domainId: string): void {
    const next = this.waiters.get(domainId)?.shift();
    if (next) return next.admit();
    const remaining = (this.slotsInUse.get(domainId) ?? 1) - 1;
    this.waiters.delete(domainId);
    if (remaining > 0) this.slotsInUse.set(domainId, remaining);
    else this.slotsInUse.delete(domainId);
  }
}

function createTooManyError(): DomainError {
  return new DomainError(
    'ERROR_RATE_LIMITED',
    'exhausted',
    'Too many lists and stats of this domain run at the same time; try again',
    { retryAfter: 1 },
  );
}
