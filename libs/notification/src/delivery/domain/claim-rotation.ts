/** Where a claim begins. */
export interface ClaimCursor {
  /** The last domain that had its turn. The claim begins with the one after it. */
  readonly domain: string;
  /** The last subscription of each domain that had its turn: uuids, by domain. */
  readonly subscriptions: ReadonlyMap<string, string>;
}

export interface DomainProgress {
  readonly domain_id: string;
  /** The uuid of the last subscription that had its turn; `undefined` if none had. */
  readonly after: string | undefined;
  /** No subscription of the domain is left after it. */
  readonly isComplete: boolean;
}

/** The domains and subscriptions that a claim has looked at. */
export interface ClaimProgress {
  readonly domains: readonly DomainProgress[];
  /** The last domain that had its turn; `undefined` if there is none after it. */
  readonly lastDomain: string | undefined;
  /** The number of lanes that were due. */
  readonly dueCount: number;
}

/**
 * Decides where the next claim begins: domains take turns, so that none waits for the subscriptions of another, however many
 * it has. Claims go round until every domain was looked at from beginning to end without finding anything due.
 */
export class ClaimRotation {
  private domain = '';
  private readonly subscriptions = new Map<string, string>();
  /** Domains that were looked at in this round. */
  private readonly visited = new Set<string>();
  /** Domains that are being looked at from their first subscription, with nothing due since. */
  private readonly withoutDue = new Set<string>();
  /** Domains that were looked at to the end in this way. */
  private readonly idle = new Set<string>();

  get cursor(): ClaimCursor {
    return { domain: this.domain, subscriptions: this.subscriptions };
  }

  /** Forgets which domains were idle, because work may be due in any of them. */
  restart(): void {
    this.withoutDue.clear();
    this.idle.clear();
  }

  /** Records what a claim has looked at. @returns whether more lanes may be due */
  recordProgress({ domains, lastDomain, dueCount }: ClaimProgress): boolean {
    if (dueCount > 0) this.restart();
    for (const { domain_id, after, isComplete } of domains) {
      this.visited.add(domain_id);
      if (dueCount === 0 && !this.subscriptions.has(domain_id)) this.withoutDue.add(domain_id);
      if (isComplete) {
        this.subscriptions.delete(domain_id);
        if (this.withoutDue.has(domain_id)) this.idle.add(domain_id);
      } else if (after !== undefined) this.subscriptions.set(domain_id, after);
    }
    this.domain = lastDomain ?? '';
    if (lastDomain !== undefined) return true;
    const hasMore = [...this.visited].some((domain) => !this.idle.has(domain));
    for (const domain of this.subscriptions.keys())
      if (!this.visited.has(domain)) this.subscriptions.delete(domain);
    this.visited.clear();
    return hasMore;
  }
}
