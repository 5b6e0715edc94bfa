import { DomainError } from './domain-error.js';

const RETRY_SECONDS = 5;

/** Lets each domain do a thing once at a time in this process, so that one domain cannot take the memory and time of all. */
export class OnePerDomain {
  private readonly running = new Set<string>();

  /** @param thing what it is, as in "A preview of this domain is running" */
  constructor(private readonly thing: string) {}

  /** @throws ERROR_RATE_LIMITED if the domain does it already */
  async run<T>(domain_id: string, task: () => Promise<T>): Promise<T> {
    if (this.running.has(domain_id)) {
      const detail = `A ${this.thing} of this domain is running; try again`;
      throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: RETRY_SECONDS });
    }
    this.running.add(domain_id);
    try {
      return await task();
    } finally {
      this.running.delete(domain_id);
    }
  }
}
