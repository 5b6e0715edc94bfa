/** How a program ended: by itself with a code, or by a signal. */
export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The signal by which the watchdog of an app ends it when its event loop is blocked. */
const STALL_SIGNAL = 'SIGALRM';
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
/** A program that ran this long ended for a new reason: the pause before restarts is reset. */
const RESET_AFTER_MS = 60_000;

/** Decides whether and when a program is started again, and remembers how often. */
export class RestartPolicy {
  private stalls = 0;
  private crashes = 0;
  private lastLostAt: number | undefined;
  private pauseMs = MIN_PAUSE_MS;

  /** Environment variables that tell the next process how its predecessors ended. */
  get variables(): Readonly<Record<string, string>> {
    return {
      PREDECESSOR_STALLS: String(this.stalls),
      PREDECESSOR_CRASHES: String(this.crashes),
      ...(this.lastLostAt !== undefined && { PREDECESSOR_LOST_AT: String(this.lastLostAt) }),
    };
  }

  /**
   * @param endedAt milliseconds since 1970
   * @returns milliseconds until the restart; `undefined`: no restart, because the program ended by itself
   */
  nextPause({ signal }: ExitStatus, uptimeMs: number, endedAt: number): number | undefined {
    if (signal === null) return undefined;
    if (signal === STALL_SIGNAL) this.stalls += 1;
    else this.crashes += 1;
    this.lastLostAt = endedAt;
    if (uptimeMs >= RESET_AFTER_MS) this.pauseMs = MIN_PAUSE_MS;
    const pauseMs = this.pauseMs;
    this.pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    return pauseMs;
  }
}
