interface LaneLimits {
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
class RoundRobinQueue<Entry extends QueuedWebhook> {
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

/** `slow`: a delivery may take seconds, because its plugin is remote or it is parsed in the sandbox first. */
export type SchedulerLane = 'fast' | 'slow';

export interface ScheduledWebhook {
  readonly uuid: string;
  readonly domain_id: string;
}

/** The lane in which a webhook of the slice has more to do. Webhooks that are missing are done or postponed. */
export interface SliceResult {
  readonly remaining: ReadonlyMap<string, SchedulerLane>;
  /** Those of `more` for which the batch had no room. */
  readonly deferred: ReadonlySet<string>;
}

interface Entry extends ScheduledWebhook {
  lane: SchedulerLane;
  isRunning: boolean;
  /** Scheduled again while its slice runs. The slice may have read the log before the new delivery was in it. */
  isRescheduled: boolean;
  isDeferred: boolean;
  /** When the caller stops waiting, in milliseconds of the monotonic clock. */
  until: number;
  settle: (isDone: boolean) => void;
}

interface RunningSlice {
  readonly lane: SchedulerLane;
  readonly domain_id: string;
  readonly completion: Promise<void>;
}

/**
 * Gives webhooks time slices, round robin by domain. A webhook is in one slice at a time; afterwards it queues behind the other
 * webhooks of its domain. Only the last caller that asks for a webhook waits for it. Earlier callers count it as done: otherwise
 * the callers of a webhook that is always busy would pile up. Nobody waits for a webhook in the slow lane.
 */
export class WebhookScheduler {
  private readonly entries = new Map<string, Entry>();
  private readonly queues: Readonly<Record<SchedulerLane, RoundRobinQueue<Entry>>>;
  private readonly running = new Set<RunningSlice>();
  isStopped = false;

  /** @param runSlice processes webhooks of one domain; never throws */
  constructor(
    limits: Readonly<Record<SchedulerLane, LaneLimits>>,
    private readonly runSlice: (lane: SchedulerLane, uuids: readonly string[]) => Promise<SliceResult>,
  ) {
    this.queues = { fast: new RoundRobinQueue(limits.fast), slow: new RoundRobinQueue(limits.slow) };
  }

  /** Returns the webhooks that were not done within `milliseconds`. Waits for slices that are running. */
  async run(webhooks: readonly ScheduledWebhook[], milliseconds: number): Promise<readonly string[]> {
    const until = performance.now() + milliseconds;
    const settled = webhooks.map((each) => new Promise<boolean>((settle) => this.add(each, until, settle)));
    this.startSlices();
    const isDone = await Promise.all(settled);
    return webhooks.flatMap(({ uuid }, at) => (isDone[at] === true ? [] : [uuid]));
  }

  get isIdle(): boolean {
    return this.entries.size === 0;
  }

  /** Starts no further slices and waits for the running ones. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.startSlices();
    await Promise.all([...this.running].map(({ completion }) => completion));
  }

  private add({ uuid, domain_id }: ScheduledWebhook, until: number, settle: Entry['settle']): void {
    const known = this.entries.get(uuid);
    if (known === undefined) {
      const state = { isRunning: false, isRescheduled: false, isDeferred: false };
      this.enqueue({ uuid, domain_id, lane: 'fast', until, settle, ...state });
      return;
    }
    known.settle(true);
    known.isRescheduled = known.isRunning;
    if (known.lane === 'slow') settle(true);
    else Object.assign(known, { until, settle });
  }

  private enqueue(entry: Entry): void {
    this.entries.set(entry.uuid, entry);
    this.queues[entry.lane].push(entry);
  }

  private removeEntry(entry: Entry, isDone: boolean): void {
    this.queues[entry.lane].remove(entry);
    this.entries.delete(entry.uuid);
    entry.settle(isDone);
  }

  /** Called whenever a slice ends: a webhook waits only while other slices run. */
  private startSlices(): void {
    for (const entry of this.entries.values())
      if (!entry.isRunning && (this.isStopped || performance.now() > entry.until))
        this.removeEntry(entry, false);
    for (const lane of ['fast', 'slow'] as const) while (this.startSlice(lane));
  }

  /** @returns whether a slice was started */
  private startSlice(lane: SchedulerLane): boolean {
    const running = [...this.running].filter((each) => each.lane === lane);
    const entries = this.queues[lane].take(running.map(({ domain_id }) => domain_id));
    const [first] = entries;
    if (first === undefined) return false;
    const slice: RunningSlice = {
      lane,
      domain_id: first.domain_id,
      completion: this.executeSlice(lane, entries),
    };
    this.running.add(slice);
    void slice.completion.finally(() => {
      this.running.delete(slice);
      this.startSlices();
    });
    return true;
  }

  private async executeSlice(lane: SchedulerLane, entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) entry.isRunning = true;
    const { remaining, deferred } = await this.runSlice(
      lane,
      entries.map(({ uuid }) => uuid),
    );
    // Webhooks without room in the batch queue before those that had room.
    const byDeferral = Map.groupBy(entries, ({ uuid }) => deferred.has(uuid));
    for (const entry of [...(byDeferral.get(true) ?? []), ...(byDeferral.get(false) ?? [])]) {
      const next = remaining.get(entry.uuid) ?? (entry.isRescheduled ? lane : undefined);
      Object.assign(entry, { isRunning: false, isRescheduled: false, isDeferred: deferred.has(entry.uuid) });
      if (next === undefined) this.removeEntry(entry, true);
      else this.requeue(entry, next);
    }
  }

  private requeue(entry: Entry, lane: SchedulerLane): void {
    entry.lane = lane;
    if (lane === 'slow') {
      entry.settle(true);
      entry.until = Number.POSITIVE_INFINITY;
    }
    this.enqueue(entry);
  }
}
