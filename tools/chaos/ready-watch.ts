import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. */
const ASK_EVERY = 250;
/** Milliseconds for which a process may reject deliveries and still report ready. */
const MAY_TAKE = 5_000;

interface Refusing {
  readonly since: number;
  told: boolean;
}

/** Checks that API processes do not report ready while they reject deliveries. */
export class ReadyWatch {
  /** Descriptions of processes that rejected deliveries for too long and reported ready all the time. */
  readonly found: string[] = [];
  private readonly refusing = new Map<string, Refusing>();
  private stopped = false;
  private readonly loops: Promise<void>[];

  constructor(urls: readonly string[]) {
    this.loops = urls.map((url) => this.watch(url));
  }

  /** Records the status of a delivery. */
  answered(url: string, status: number): void {
    if (status === 202) this.refusing.delete(url);
    if (status !== 503) return;
    const now = performance.now();
    const refusing = this.refusing.get(url) ?? { since: now, told: false };
    this.refusing.set(url, refusing);
    if (refusing.told || now - refusing.since < MAY_TAKE) return;
    this.found.push(`${url} refused for ${Math.round(now - refusing.since)} ms and was ready`);
    refusing.told = true;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }

  private async watch(url: string): Promise<void> {
    for (; !this.stopped; await sleep(ASK_EVERY)) {
      const isReady = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(MAY_TAKE) }).then(
        async (response) => {
          await response.body?.cancel();
          return response.ok;
        },
        () => false,
      );
      const refusing = this.refusing.get(url);
      if (!isReady && refusing !== undefined) refusing.told = true;
    }
  }
}
