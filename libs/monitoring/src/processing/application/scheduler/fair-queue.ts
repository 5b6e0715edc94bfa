export interface LaneLimits {
  /** Turns that run at the same time, and those of them that one domain may have. */
  readonly turns: number;
  readonly turnsPerDomain: number;
  /** Webhooks that share a turn. */
  readonly webhooksPerTurn: number;
}

/** A webhook that waits. */
interface Waiting {
  readonly domain_id: string;
  /** A batch had no room for it: it does not share a turn with those that had. */
  readonly wasLeftOut: boolean;
}

/** Round robin by domain; the webhooks of a domain in the order in which they came. */
export class FairQueue<Entry extends Waiting> {
  /** In the order of their turns. */
  private readonly domains = new Map<string, Set<Entry>>();

  constructor(private readonly limits: LaneLimits) {}

  push(entry: Entry): void {
    const waiting = this.domains.get(entry.domain_id) ?? new Set();
    this.domains.set(entry.domain_id, waiting.add(entry));
  }

  remove(entry: Entry): void {
    const waiting = this.domains.get(entry.domain_id);
    if (waiting?.delete(entry) === true && waiting.size === 0) this.domains.delete(entry.domain_id);
  }

  /**
   * Webhooks of the domain with the fewest turns, of several the one whose turn it is. With the rest of its own it goes
   * behind the others. Where turns are free that no other domain needs, its webhooks spread over them.
   * @param running the domains of the turns that run
   */
  take(running: readonly string[]): readonly Entry[] {
    const { turns, turnsPerDomain, webhooksPerTurn } = this.limits;
    const free = turns - running.length;
    const next = free > 0 ? this.nextDomain(running, turnsPerDomain) : undefined;
    const waiting = next === undefined ? undefined : this.domains.get(next);
    if (next === undefined || waiting === undefined) return [];
    const share = Math.ceil(waiting.size / Math.max(1, free - this.domains.size + 1));
    const taken: Entry[] = [];
    for (const entry of waiting) {
      if (taken.length === Math.min(share, webhooksPerTurn)) break;
      if (entry.wasLeftOut !== (taken[0] ?? entry).wasLeftOut) break;
      taken.push(entry);
    }
    for (const entry of taken) waiting.delete(entry);
    this.domains.delete(next);
    if (waiting.size > 0) this.domains.set(next, waiting);
    return taken;
  }

  private nextDomain(running: readonly string[], turnsPerDomain: number): string | undefined {
    const turnsOf = new Map<string, number>();
    for (const domain of running) turnsOf.set(domain, (turnsOf.get(domain) ?? 0) + 1);
    let [next, fewest]: [string | undefined, number] = [undefined, turnsPerDomain];
    for (const domain of this.domains.keys()) {
      const turns = turnsOf.get(domain) ?? 0;
      if (turns < fewest) [next, fewest] = [domain, turns];
      if (fewest === 0) break;
    }
    return next;
  }
}
