/** Who shares a resource: one webhook of a domain. */
export interface Holder {
  readonly domain: DomainHolding;
  /** Of the resource, now. */
  held: number;
}

export interface DomainHolding {
  held: number;
  /** Holders of it that hold something. */
  active: number;
}

/**
 * A holder may take until it holds so many times as much as is still free (a dynamic threshold, as in switches that share
 * their buffer): alone it gets four fifths, each of two that want everything four ninths, and something is always left
 * for who comes new. Domains have more, so that one with two busy webhooks is no worse off.
 */
const THRESHOLD = { holder: 4, domain: 8 };
/** From so many on those that hold nothing are forgotten. */
const REMEMBERED = 10_000;

/**
 * A bounded resource that is shared max-min fairly, first between domains and then between the holders of each: who wants
 * little gets it, and those who want more than their part of it share the rest. What was taken must be given back.
 */
export class MaxMinShares {
  private used = 0;
  private activeDomains = 0;
  private readonly domains = new Map<string, DomainHolding>();
  private readonly holders = new Map<string, Holder>();

  constructor(private readonly capacity: number) {}

  get taken(): number {
    return this.used;
  }

  get free(): number {
    return this.capacity - this.used;
  }

  /** @param name of the holder, unlike that of any other in whatever domain */
  holderOf(domain: string, name: string): Holder {
    return this.holders.get(name) ?? this.addHolder(domain, name);
  }

  find(name: string): Holder | undefined {
    return this.holders.get(name);
  }

  /** Whether there was room, for this holder. */
  take(holder: Holder, amount: number): boolean {
    const { free } = this;
    if (amount > free) return false;
    const { held, domain } = holder;
    const isBelow =
      held + amount <= THRESHOLD.holder * free && domain.held + amount <= THRESHOLD.domain * free;
    const isIn = isBelow || (this.isEntitled(holder, amount) && !this.isDomainOver(holder, amount));
    if (isIn) this.add(holder, amount);
    return isIn;
  }

  /** Takes what is free, whatever the shares are: for who is entitled to it, and made room for it. */
  takeFreed(holder: Holder, amount: number): boolean {
    if (amount > this.free) return false;
    this.add(holder, amount);
    return true;
  }

  giveBack(holder: Holder, amount: number): void {
    if (amount === 0) return;
    const { domain } = holder;
    holder.held -= amount;
    domain.held -= amount;
    this.used -= amount;
    if (holder.held === 0) domain.active -= 1;
    if (domain.held === 0) this.activeDomains -= 1;
  }

  /** Whether it stays within its equal part with that much more: then others hold what is missing. */
  isEntitled(holder: Holder, amount: number): boolean {
    return holder.held + amount <= this.partOf(holder, this.capacity);
  }

  /** Whether its domain has more than its equal part with that much more: then what is missing is held by that domain. */
  isDomainOver({ domain }: Holder, amount: number): boolean {
    return domain.held + amount > this.capacity / this.domainsWith(domain);
  }

  /** Whether it holds more than its equal part. */
  isOver(holder: Holder): boolean {
    return holder.held > this.partOf(holder, this.capacity);
  }

  /** Its equal part of `capacity`, which need not be all there is, with one domain more that may come. */
  partOf({ held, domain }: Holder, capacity: number): number {
    const holders = domain.active + (held === 0 ? 1 : 0);
    return capacity / this.domainsWith(domain) / holders;
  }

  private domainsWith({ held }: DomainHolding): number {
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
    if (this.holders.size >= REMEMBERED) this.forgetIdle();
    const domain = this.domains.get(domainName) ?? { held: 0, active: 0 };
    this.domains.set(domainName, domain);
    const holder = { domain, held: 0 };
    this.holders.set(name, holder);
    return holder;
  }

  /** Whoever still has one of them in hand may use it: it counts in its domain, which is forgotten only with all of them. */
  private forgetIdle(): void {
    for (const [name, { held }] of this.holders) if (held === 0) this.holders.delete(name);
    for (const [name, { held }] of this.domains) if (held === 0) this.domains.delete(name);
  }
}
