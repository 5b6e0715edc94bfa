/** Webhooks that are being processed beside the others. */
const AT_A_TIME = 64;
/** Of one domain: whose plugins do not answer must leave room for the others. */
const OF_A_DOMAIN = 16;

interface Running {
  readonly domain_id: string;
  again: boolean;
  done: Promise<void>;
}

/**
 * Turns of webhooks whose plugin works elsewhere. They are not waited for, so that a slow one holds up nobody else;
 * of each webhook one at a time. Who has more to do gives up his place after a turn where another one waits for it.
 */
export class LaterTurns {
  private readonly running = new Map<string, Running>();
  /** Those without a place, and their domains. */
  private readonly waiting = new Map<string, string>();
  stopped = false;

  /** @param turn one turn of the webhook as it is then, which never throws: whether there is more to do */
  constructor(private readonly turn: (uuid: string) => Promise<boolean>) {}

  start({ uuid, domain_id }: { readonly uuid: string; readonly domain_id: string }): void {
    const before = this.running.get(uuid);
    // What came in the meantime may have been read too late for the turn under way.
    if (before !== undefined) before.again = true;
    else if (!this.stopped) {
      this.waiting.set(uuid, domain_id);
      this.startWaiting();
    }
  }

  has({ uuid }: { readonly uuid: string }): boolean {
    return this.running.has(uuid) || this.waiting.has(uuid);
  }

  private startWaiting(): void {
    if (this.stopped) return;
    const counts = this.countDomains();
    for (const [uuid, domain_id] of this.waiting) {
      if (this.running.size >= AT_A_TIME) break;
      const count = counts.get(domain_id) ?? 0;
      if (count >= OF_A_DOMAIN) continue;
      counts.set(domain_id, count + 1);
      this.waiting.delete(uuid);
      const run = { domain_id, again: true, done: Promise.resolve() };
      this.running.set(uuid, run);
      run.done = this.repeat(uuid, run);
    }
  }

  private countDomains(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { domain_id } of this.running.values())
      counts.set(domain_id, (counts.get(domain_id) ?? 0) + 1);
    return counts;
  }

  private async repeat(uuid: string, run: Running): Promise<void> {
    try {
      while (run.again && !this.stopped) {
        run.again = false;
        if (await this.turn(uuid)) run.again = true;
        if (this.isWaitedFor(run.domain_id)) break;
      }
    } finally {
      this.running.delete(uuid);
      if (run.again) this.waiting.set(uuid, run.domain_id);
      this.startWaiting();
    }
  }

  /** Whether somebody would have a place if one of this domain had none. */
  private isWaitedFor(domain_id: string): boolean {
    if (this.waiting.size === 0) return false;
    const counts = this.countDomains();
    for (const waiting of this.waiting.values())
      if (waiting === domain_id || (counts.get(waiting) ?? 0) < OF_A_DOMAIN) return true;
    return false;
  }

  /** Lets the turns under way end, and begins no other. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.waiting.clear();
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }
}
