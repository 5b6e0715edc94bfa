import { DomainError } from './domain-error.js';
import { DomainShares } from './domain-shares.js';

const RETRY_SECONDS = 5;
/** How many domains do it at a time in this process, and milliseconds for which others wait for one of these places. */
const PLACES = 4;
const WAIT_MS = 10_000;

/** Lets each domain do a thing once at a time in this process, and few of them together: it takes memory and time of all. */
export class OnePerDomain {
  private readonly running = new Set<string>();
  private readonly shares: DomainShares;

  /** @param thing what it is, as in "A preview of this domain is running" */
  constructor(private readonly thing: string) {
    this.shares = new DomainShares({ name: `${thing}s`, places: PLACES, waitMs: WAIT_MS });
  }

  /**
   * @param signal ends the waiting, not the task
   * @throws ERROR_RATE_LIMITED if the domain does it already; ERROR_UNAVAILABLE if others take all places for too long
   */
  async run<T>(domain_id: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.running.has(domain_id)) {
      const detail = `A ${this.thing} of this domain is running; try again`;
      throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: RETRY_SECONDS });
    }
    this.running.add(domain_id);
    try {
      return await this.shares.run(domain_id, task, signal);
    } finally {
      this.running.delete(domain_id);
    }
  }
}
