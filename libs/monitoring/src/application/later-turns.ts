/** Webhooks that are being processed beside the others; beyond that many they wait for the next sweep. */
const AT_A_TIME = 64;

/**
 * Turns of webhooks whose plugin works elsewhere. They are not waited for, so that a slow one holds up nobody else;
 * of each webhook one at a time.
 */
export class LaterTurns {
  private readonly running = new Map<string, { again: boolean; done: Promise<void> }>();
  stopped = false;

  /**
   * @param turn one turn of the webhook, which never throws: whether there is more to do
   */
  start(uuid: string, turn: () => Promise<boolean>): void {
    const before = this.running.get(uuid);
    if (before !== undefined) {
      // What came in the meantime may have been read too late for the turn under way.
      before.again = true;
      return;
    }
    if (this.stopped || this.running.size >= AT_A_TIME) return;
    const run = { again: true, done: Promise.resolve() };
    this.running.set(uuid, run);
    run.done = this.repeat(uuid, run, turn);
  }

  private async repeat(uuid: string, run: { again: boolean }, turn: () => Promise<boolean>): Promise<void> {
    try {
      while (run.again && !this.stopped) {
        run.again = false;
        if (await turn()) run.again = true;
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
