export interface SchedulerLimits {
  /** Time slices that run at the same time. */
  readonly slices: number;
  /** Webhooks that share a time slice. */
  readonly webhooksPerSlice: number;
  /** Webhooks of one domain that run at the same time. */
  readonly webhooksPerDomain?: number;
}

/**
 * Runs one time slice of some webhooks. Never throws.
 * @param preempt for those it has no room for: they run before the others, in another slice at once if one is free
 * @returns those of the rest that have more to do
 */
export type RunSlice = (uuids: readonly string[], preempt: Preempt) => Promise<ReadonlySet<string>>;
export type Preempt = (uuids: readonly string[]) => void;

/** Who waits for webhooks to be done, until its time is over. */
interface Caller {
  isExpired: boolean;
}

interface Entry {
  readonly domain_id?: string | undefined;
  readonly caller?: Caller | undefined;
  /** Ends the waiting of the caller. */
  readonly settle: (isDone: boolean) => void;
}

/**
 * Gives webhooks time slices, round robin: whoever has more to do after a slice goes to the end of the queue. A webhook is
 * in one slice at a time. The last caller that asks for a webhook waits for it and earlier ones count it as done, because
 * otherwise the callers of a webhook that is always busy would pile up.
 */
export class WebhookScheduler {
  private waiting = new Map<string, Entry>();
  private readonly running = new Map<string, Entry>();
  /** Scheduled again while they run: the slice may have read too early to see why. */
  private readonly rescheduled = new Set<string>();
  private readonly slices = new Set<Promise<void>>();
  isStopped = false;

  constructor(
    private readonly limits: SchedulerLimits,
    private readonly runSlice: RunSlice,
  ) {}

  /** Returns those that were not done within so many milliseconds; slices that run are waited for. */
  async run(uuids: Iterable<string>, milliseconds: number): Promise<readonly string[]> {
    const undone = new Set(uuids);
    if (milliseconds <= 0) return [...undone];
    const caller: Caller = { isExpired: false };
    const settled = [...undone].map(async (uuid) => {
      const isDone = await new Promise<boolean>((settle) => this.add(uuid, { caller, settle }));
      if (isDone) undone.delete(uuid);
    });
    const timer = Number.isFinite(milliseconds) && setTimeout(() => this.expire(caller), milliseconds);
    this.startSlices();
    await Promise.all(settled);
    if (timer) clearTimeout(timer);
    return [...undone];
  }

  /** As {@link run}, for a webhook that nobody waits for. */
  schedule({ uuid, domain_id }: { readonly uuid: string; readonly domain_id: string }): void {
    if (this.isStopped) return;
    this.add(uuid, { domain_id, settle: () => undefined });
    this.startSlices();
  }

  has(uuid: string): boolean {
    return this.running.has(uuid) || this.waiting.has(uuid);
  }

  /** Starts no other slice, and waits for those that run. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.slices);
  }

  private add(uuid: string, entry: Entry): void {
    const state = this.running.has(uuid) ? this.running : this.waiting;
    if (state === this.running) this.rescheduled.add(uuid);
    state.get(uuid)?.settle(true);
    state.set(uuid, entry);
  }

  private expire(caller: Caller): void {
    caller.isExpired = true;
    for (const [uuid, entry] of this.waiting) {
      if (entry.caller !== caller) continue;
      this.waiting.delete(uuid);
      entry.settle(false);
    }
  }

  private startSlices(): void {
    while (!this.isStopped && this.slices.size < this.limits.slices) {
      const uuids = this.dequeue();
      if (uuids.length === 0) return;
      const slice = this.runOne(uuids).finally(() => {
        this.slices.delete(slice);
        this.startSlices();
      });
      this.slices.add(slice);
    }
  }

  private async runOne(uuids: readonly string[]): Promise<void> {
    const mine = new Set(uuids);
    const more = await this.runSlice(uuids, (preempted) => {
      const others = this.waiting;
      this.waiting = new Map();
      for (const uuid of preempted) if (mine.delete(uuid)) this.finish(uuid, true);
      for (const [uuid, entry] of others) this.waiting.set(uuid, entry);
      this.startSlices();
    });
    for (const uuid of mine) this.finish(uuid, more.has(uuid));
  }

  /** The next webhooks, and no more than leave the other slices their share. */
  private dequeue(): readonly string[] {
    const { slices, webhooksPerSlice, webhooksPerDomain = Number.POSITIVE_INFINITY } = this.limits;
    const most = Math.min(webhooksPerSlice, Math.ceil(this.waiting.size / slices));
    const ofDomain = new Map<string | undefined, number>();
    const count = ({ domain_id }: Entry) => ofDomain.set(domain_id, (ofDomain.get(domain_id) ?? 0) + 1);
    for (const entry of this.running.values()) count(entry);
    const uuids: string[] = [];
    for (const [uuid, entry] of this.waiting) {
      if (uuids.length === most) break;
      if ((ofDomain.get(entry.domain_id) ?? 0) >= webhooksPerDomain) continue;
      count(entry);
      this.waiting.delete(uuid);
      this.running.set(uuid, entry);
      uuids.push(uuid);
    }
    return uuids;
  }

  private finish(uuid: string, hasMore: boolean): void {
    const entry = this.running.get(uuid) as Entry;
    this.running.delete(uuid);
    const isDone = !this.rescheduled.delete(uuid) && !hasMore;
    if (isDone || entry.caller?.isExpired === true) entry.settle(isDone);
    else this.waiting.set(uuid, entry);
  }
}
