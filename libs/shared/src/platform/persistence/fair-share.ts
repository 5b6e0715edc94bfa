import { DomainError } from '../../kernel/domain-error.js';

interface Waiting {
  readonly admit: () => void;
}

/** Limits how many requests of a domain run at a time. Further ones wait a short time. */
export class FairShare {
  private readonly taken = new Map<string, number>();
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly perDomain: number,
    private readonly patienceMs: number,
  ) {}

  /** @throws ERROR_RATE_LIMITED if no slot became free in time */
  async run<T>(domainId: string, work: () => Promise<T>): Promise<T> {
    await this.take(domainId);
    try {
      return await work();
    } finally {
      this.giveBack(domainId);
    }
  }

  /** As {@link run}, but returns `undefined` if the domain has no free slot: optional work must not wait. */
  tryRun<T>(domainId: string, work: () => Promise<T>): Promise<T> | undefined {
    return this.hasTurn(domainId) ? this.run(domainId, work) : undefined;
  }

  private hasTurn(domainId: string): boolean {
    return (this.taken.get(domainId) ?? 0) < this.perDomain;
  }

  private take(domainId: string): Promise<void> | undefined {
    if (this.hasTurn(domainId)) {
      this.taken.set(domainId, (this.taken.get(domainId) ?? 0) + 1);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(domainId) ?? [];
      this.waiting.set(domainId, queue);
      const entry = {
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1);
        reject(tooMany());
      }, this.patienceMs);
      queue.push(entry);
    });
  }

  private giveBack(domainId: string): void {
    const next = this.waiting.get(domainId)?.shift();
    if (next) return next.admit();
    const left = (this.taken.get(domainId) ?? 1) - 1;
    this.waiting.delete(domainId);
    if (left > 0) this.taken.set(domainId, left);
    else this.taken.delete(domainId);
  }
}

function tooMany(): DomainError {
  return new DomainError(
    'ERROR_RATE_LIMITED',
    'exhausted',
    'Too many lists and stats of this domain run at the same time; try again',
    { retryAfter: 1 },
  );
}
