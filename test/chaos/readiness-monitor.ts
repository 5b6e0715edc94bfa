import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. */
const POLL_MS = 250;
/** Milliseconds for which a process may reject deliveries and still report ready. */
const MAX_REJECTING_MS = 5_000;

interface Rejection {
  readonly since: number;
  isHandled: boolean;
}

/** Checks that API processes do not report ready while they reject deliveries. */
export class ReadinessMonitor {
  /** Descriptions of processes that rejected deliveries for too long and reported ready all the time. */
  readonly findings: string[] = [];
  private readonly rejections = new Map<string, Rejection>();
  private stopped = false;
  private readonly loops: Promise<void>[];

  constructor(urls: readonly string[]) {
    this.loops = urls.map((url) => this.watch(url));
  }

  /** Records the status of a delivery. */
  recordStatus(url: string, status: number): void {
    if (status === 202) this.rejections.delete(url);
    if (status !== 503) return;
    const now = performance.now();
    const rejection = this.rejections.get(url) ?? { since: now, isHandled: false };
    this.rejections.set(url, rejection);
    if (rejection.isHandled || now - rejection.since < MAX_REJECTING_MS) return;
    this.findings.push(`${url} refused for ${Math.round(now - rejection.since)} ms and was ready`);
    rejection.isHandled = true;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }

  private async watch(url: string): Promise<void> {
    for (; !this.stopped; await sleep(POLL_MS)) {
      const isReady = await fetch(`${url}/health/ready`, {
        signal: AbortSignal.timeout(MAX_REJECTING_MS),
      }).then(
        async (response) => {
          await response.body?.cancel();
          return response.ok;
        },
        () => false,
      );
      const rejection = this.rejections.get(url);
      if (!isReady && rejection !== undefined) rejection.isHandled = true;
    }
  }
}
