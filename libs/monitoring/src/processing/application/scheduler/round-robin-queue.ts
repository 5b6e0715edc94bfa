export interface LaneLimits {
  /** Time slices that run at the same time, in total and per domain. */
  readonly slices: number;
  readonly slicesPerDomain: number;
  readonly webhooksPerSlice: number;
}

interface QueuedWebhook {
  readonly domain_id: string;
  /** A batch had no room for this webhook. It does not share a slice with webhooks that had room. */
  readonly isDeferred: boolean;
}

/** Round robin over domains; first in, first out among the webhooks of a domain. */
export class RoundRobinQueue<Entry extends QueuedWebhook> {
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
   * Takes webhooks of the domain with the fewest running slices; on a tie, of the one whose turn is next. The domain then moves
   * to the end of the round with its other webhooks. They spread over the slices that no other domain needs.
   * @param running the domain of each running slice
   */
  take(running: readonly string[]): readonly Entry[] {
    const { slices, slicesPerDomain, webhooksPerSlice } = this.limits;
    const freeSlices = slices - running.length;
    const next = freeSlices > 0 ? this.nextDomain(running, slicesPerDomain) : undefined;
    if (next === undefined) return [];
    const [domain_id, waiting] = next;
    const share = Math.ceil(waiting.size / Math.max(1, freeSlices - this.domains.size + 1));
    const taken: Entry[] = [];
    for (const entry of waiting) {
      if (taken.length === Math.min(share, webhooksPerSlice)) break;
      if (entry.isDeferred !== (taken[0] ?? entry).isDeferred) break;
      taken.push(entry);
    }
    for (const entry of taken) waiting.delete(entry);
    this.domains.delete(domain_id);
    if (waiting.size > 0) this.domains.set(domain_id, waiting);
    return taken;
  }

  private nextDomain(running: readonly string[], slicesPerDomain: number) {
    const slicesByDomain = new Map<string, number>();
    for (const domain of running) slicesByDomain.set(domain, (slicesByDomain.get(domain) ?? 0) + 1);
    let next: readonly [string, Set<Entry>] | undefined;
    let fewest = slicesPerDomain;
    for (const each of this.domains) {
      const slices = slicesByDomain.get(each[0]) ?? 0;
      if (slices < fewest) [next, fewest] = [each, slices];
      if (fewest === 0) break;
    }
    return next;
  }
}
