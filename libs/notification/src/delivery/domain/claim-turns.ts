/** Where a claim begins. */
export interface ClaimPlace {
  /** Domains in their turn: it begins behind this one. */
  readonly domain: string;
  /** And the subscriptions of each in theirs: uuids, by domain. */
  readonly subscriptions: ReadonlyMap<string, string>;
}

export interface LookedDomain {
  readonly domain_id: string;
  /** The last subscription that had its turn, a uuid; `undefined` when none had. */
  readonly after: string | undefined;
  /** There is none behind. */
  readonly isWhole: boolean;
}

/** What a claim has looked at. */
export interface Looked {
  readonly domains: readonly LookedDomain[];
  /** The last domain that had its turn; `undefined` when there is none behind. */
  readonly behind: string | undefined;
  /** How much was due. */
  readonly found: number;
}

export const FIRST_PLACE: ClaimPlace = { domain: '', subscriptions: new Map() };

/**
 * Whose turn it is: one domain after the other, so that none waits for the subscriptions of another, however many it has.
 * They go round until all have been looked at since something was found.
 */
export class ClaimTurns {
  private domain = '';
  private readonly subscriptions = new Map<string, string>();
  /** Of this round of the domains. */
  private readonly seen = new Set<string>();
  /** Domains that are looked at from their beginning, and nothing was due since. */
  private readonly quiet = new Set<string>();
  /** Those of which all was looked at like this. */
  private readonly idle = new Set<string>();

  get place(): ClaimPlace {
    return { domain: this.domain, subscriptions: this.subscriptions };
  }

  /** Something may be due anywhere: everything is looked at once more. */
  restart(): void {
    this.quiet.clear();
    this.idle.clear();
  }

  /** @returns whether there may be more that is due */
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
