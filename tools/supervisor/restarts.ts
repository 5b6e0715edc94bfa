/** How a program ended: by itself with a code, or by a signal. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The signal by which the watchdog of an app ends it when its event loop is blocked. */
const STALL = 'SIGALRM';
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A program that ran this long ended for a new reason: the pause before restarts is reset. */
const LIVED_WELL_MS = 60_000;

/** Decides whether and when a program is started again, and remembers how often. */
export class Restarts {
  private stalls = 0;
  private crashes = 0;
  private lostAt: number | undefined;
  private pauseMs = FIRST_PAUSE_MS;

  /** Environment variables that tell the next process how its predecessors ended. */
  get variables(): Readonly<Record<string, string>> {
    return {
      PREDECESSOR_STALLS: String(this.stalls),
      PREDECESSOR_CRASHES: String(this.crashes),
      ...(this.lostAt !== undefined && { PREDECESSOR_LOST_AT: String(this.lostAt) }),
    };
  }

  /**
   * @param endedAt milliseconds since 1970
   * @returns milliseconds until the restart; `undefined`: no restart, because the program ended by itself
   */
  after({ signal }: Ending, livedMs: number, endedAt: number): number | undefined {
    if (signal === null) return undefined;
    if (signal === STALL) this.stalls += 1;
    else this.crashes += 1;
    this.lostAt = endedAt;
    if (livedMs >= LIVED_WELL_MS) this.pauseMs = FIRST_PAUSE_MS;
    const pauseMs = this.pauseMs;
    this.pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    return pauseMs;
  }
}
