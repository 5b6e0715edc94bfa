import { DomainError } from './domain-error.js';

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

  private async wait(holder: Holder, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw createGone();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { holder, admit: resolve };
    this.waiters.add(waiter);
    // One that waits no more leaves at once: a place that becomes free in the same moment would be given to it, and never come back.
    const leave = (error: DomainError) => {
      this.waiters.delete(waiter);
      reject(error);
    };
    const onAbort = () => leave(createGone());
    const timer = setTimeout(() => leave(this.createRefusal(holder)), this.options.waitMs);
    signal?.addEventListener('abort', onAbort);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
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

const createGone = (): DomainError => DomainError.unavailable('The caller has gone');

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** One user of the shared resource: a webhook of a domain. */
export interface Holder {
  readonly domain: DomainUsage;
  /** The amount that it holds now. */
  held: number;
}

interface DomainUsage {
  held: number;
  /** The number of its holders that hold something. */
  active: number;
}

/**
 * A holder may take as long as its total is at most this many times what is still free (a dynamic threshold, as in switches
 * with a shared buffer). Something always remains for a newcomer.
 */
interface Threshold {
  readonly holder: number;
  readonly domain: number;
}

/**
 * For bytes and deliveries, which are held for milliseconds: a single holder gets four fifths; two that want everything get
 * four ninths each. The factor of a domain is larger, so that a domain with two busy webhooks is no worse off.
 */
const SHORT_USE: Threshold = { holder: 4, domain: 8 };
/** For what may be held for seconds or longer: a single domain gets half, two a third each, three a quarter each. */
export const LONG_USE: Threshold = { holder: 1, domain: 1 };
/** When there are this many holders, those that hold nothing are forgotten. */
const MAX_HOLDERS = 10_000;

/**
 * A bounded resource that is shared max-min fairly, first between domains and then between the holders of each domain. A
 * holder that wants less than its equal part gets all of it; the others share the rest. What was taken must be given back.
 */
export class MaxMinShares {
  private used = 0;
  private activeDomains = 0;
  private readonly domains = new Map<string, DomainUsage>();
  private readonly holders = new Map<string, Holder>();

  constructor(
    private readonly capacity: number,
    private readonly threshold = SHORT_USE,
  ) {}

  get inUse(): number {
    return this.used;
  }

  get free(): number {
    return this.capacity - this.used;
  }

  /** @param name identifies the holder among those of all domains */
  getHolder(domain: string, name: string): Holder {
    return this.holders.get(name) ?? this.addHolder(domain, name);
  }

  find(name: string): Holder | undefined {
    return this.holders.get(name);
  }

  /** Takes an amount if the share of the holder permits it, and returns whether it did. */
  acquire(holder: Holder, amount: number): boolean {
    if (amount > this.free) return false;
    const isAdmitted =
      this.isBelowThreshold(holder, amount) ||
      (this.isEntitled(holder, amount) && !this.isDomainOverShare(holder, amount));
    if (isAdmitted) this.add(holder, amount);
    return isAdmitted;
  }

  /** Whether the holder may take an amount so that something remains for a newcomer. */
  isBelowThreshold({ held, domain }: Holder, amount: number): boolean {
    const { free, threshold } = this;
    return held + amount <= threshold.holder * free && domain.held + amount <= threshold.domain * free;
  }

  /** Takes an amount if it is free, without regard to shares: for a holder that is entitled to it and has made room for it. */
  acquireFreed(holder: Holder, amount: number): boolean {
    if (amount > this.free) return false;
    this.add(holder, amount);
    return true;
  }

  release(holder: Holder, amount: number): void {
    if (amount === 0) return;
    const { domain } = holder;
    holder.held -= amount;
    domain.held -= amount;
    this.used -= amount;
    if (holder.held === 0) domain.active -= 1;
    if (domain.held === 0) this.activeDomains -= 1;
  }

  /** Whether the holder would stay within its equal part with `amount` more. If so and nothing is free, others hold too much. */
  isEntitled(holder: Holder, amount: number): boolean {
    return holder.held + amount <= this.getFairShare(holder, this.capacity);
  }

  /** Whether its domain would exceed its equal part with `amount` more. If so, the domain itself holds what is missing. */
  isDomainOverShare({ domain }: Holder, amount: number): boolean {
    return domain.held + amount > this.capacity / this.countDomains(domain);
  }

  /** Whether the holder has more than its equal part. */
  isOverShare(holder: Holder): boolean {
    return holder.held > this.getFairShare(holder, this.capacity);
  }

  /**
   * Returns the holder's equal part of `capacity`, which may be less than that of the resource. The division leaves room for
   * one more domain.
   */
  getFairShare({ held, domain }: Holder, capacity: number): number {
    const holders = domain.active + (held === 0 ? 1 : 0);
    return capacity / this.countDomains(domain) / holders;
  }

  private countDomains({ held }: DomainUsage): number {
    return this.activeDomains + (held === 0 ? 2 : 1);
  }

  private add(holder: Holder, amount: number): void {
    if (amount === 0) return;
    const { domain } = holder;
    if (domain.held === 0) this.activeDomains += 1;
    if (holder.held === 0) domain.active += 1;
    holder.held += amount;
    domain.held += amount;
    this.used += amount;
  }

  private addHolder(domainName: string, name: string): Holder {
    if (this.holders.size >= MAX_HOLDERS) this.evictIdle();
    const domain = this.domains.get(domainName) ?? { held: 0, active: 0 };
    this.domains.set(domainName, domain);
    const holder = { domain, held: 0 };
    this.holders.set(name, holder);
    return holder;
  }

  /**
   * Forgets holders and domains that hold nothing. A caller may go on using a forgotten holder: it still counts in its
   * domain, which is forgotten only together with all its holders.
   */
  private evictIdle(): void {
    for (const [name, { held }] of this.holders) if (held === 0) this.holders.delete(name);
    for (const [name, { held }] of this.domains) if (held === 0) this.domains.delete(name);
  }
}
