/** Where a claim begins. */
export interface ClaimPlace {
  /** The last domain that had its turn. The claim begins with the one after it. */
  readonly domain: string;
  /** The last subscription of each domain that had its turn: uuids, by domain. */
  readonly subscriptions: ReadonlyMap<string, string>;
}

export interface LookedDomain {
  readonly domain_id: string;
  /** The uuid of the last subscription that had its turn; `undefined` if none had. */
  readonly after: string | undefined;
  /** No subscription of the domain is left after it. */
  readonly isWhole: boolean;
}

/** The domains and subscriptions that a claim has looked at. */
export interface Looked {
  readonly domains: readonly LookedDomain[];
  /** The last domain that had its turn; `undefined` if there is none after it. */
  readonly behind: string | undefined;
  /** The number of lanes that were due. */
  readonly found: number;
}

export const FIRST_PLACE: ClaimPlace = { domain: '', subscriptions: new Map() };

/**
 * Decides where the next claim begins: domains take turns, so that none waits for the subscriptions of another, however many
 * it has. Claims go round until every domain was looked at from beginning to end without finding anything due.
 */
export class ClaimTurns {
  private domain = '';
  private readonly subscriptions = new Map<string, string>();
  /** Domains that were looked at in this round. */
  private readonly seen = new Set<string>();
  /** Domains that are being looked at from their first subscription, with nothing due since. */
  private readonly quiet = new Set<string>();
  /** Domains that were looked at to the end in this way. */
  private readonly idle = new Set<string>();

  get place(): ClaimPlace {
    return { domain: this.domain, subscriptions: this.subscriptions };
  }

  /** Forgets which domains were idle, because work may be due in any of them. */
  restart(): void {
    this.quiet.clear();
    this.idle.clear();
  }

  /** Records what a claim has looked at. @returns whether more lanes may be due */
  note({ domains, behind, found }: Looked): boolean {
    if (found > 0) this.restart();
    for (const { domain_id, after, isWhole } of domains) {
      this.seen.add(domain_id);
      if (found === 0 && !this.subscriptions.has(domain_id)) this.quiet.add(domain_id);
      if (isWhole) {
        this.subscriptions.delete(domain_id);
        if (this.quiet.has(domain_id)) this.idle.add(domain_id);
      } else if (after !== undefined) this.subscriptions.set(domain_id, after);
    }
    this.domain = behind ?? '';
    if (behind !== undefined) return true;
    const isMore = [...this.seen].some((domain) => !this.idle.has(domain));
    for (const domain of this.subscriptions.keys())
      if (!this.seen.has(domain)) this.subscriptions.delete(domain);
    this.seen.clear();
    return isMore;
  }
}
