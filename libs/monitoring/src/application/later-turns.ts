/** Webhooks that are being processed beside the others; beyond that many they wait for the next sweep. */
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
 * of each webhook one at a time.
 */
export class LaterTurns {
  private readonly running = new Map<string, Running>();
  stopped = false;

  /** @param turn one turn of the webhook as it is then, which never throws: whether there is more to do */
  constructor(private readonly turn: (uuid: string) => Promise<boolean>) {}

  start({ uuid, domain_id }: { readonly uuid: string; readonly domain_id: string }): void {
    const before = this.running.get(uuid);
    if (before !== undefined) {
      // What came in the meantime may have been read too late for the turn under way.
      before.again = true;
      return;
    }
    if (this.stopped || this.running.size >= AT_A_TIME || this.isFull(domain_id)) return;
    const run = { domain_id, again: true, done: Promise.resolve() };
    this.running.set(uuid, run);
    run.done = this.repeat(uuid, run);
  }

  private isFull(domain_id: string): boolean {
    let count = 0;
    for (const one of this.running.values()) if (one.domain_id === domain_id) count += 1;
    return count >= OF_A_DOMAIN;
  }

  private async repeat(uuid: string, run: Running): Promise<void> {
    try {
      while (run.again && !this.stopped) {
        run.again = false;
        if (await this.turn(uuid)) run.again = true;
      }
    } finally {
      this.running.delete(uuid);
    }
  }

  /** Lets the turns under way end, and begins no other. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }
}
