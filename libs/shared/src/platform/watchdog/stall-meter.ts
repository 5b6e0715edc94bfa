/** What the operating system reports about the main thread. */
export interface ThreadUse {
  /** The CPU time that it has used so far. */
  readonly cpuMs: number;
  /** Whether it waits for something, instead of running or waiting for a CPU. */
  readonly asleep: boolean;
}

/** The state that the event loop updates each time it turns. */
export interface Beat {
  readonly beats: number;
  /** Whether a debugger may stop it. */
  readonly debugged: boolean;
}

/**
 * If a look is later than this, the watchdog itself lost time: the process was stopped, or the machine has no CPU time to
 * give.
 */
const LATE_MS = 100;

/**
 * Measures how long the event loop stands still. A process that is stopped (a signal, a suspended machine) or starved is as
 * silent as one that hangs. Therefore only two kinds of silence count: the CPU time that the main thread uses, and the time
 * that it sleeps while this thread wakes on time.
 */
export class StallMeter {
  private beats = -1;
  private lookedAt = 0;
  private cpuMs: number | undefined;
  private stoodMs = 0;

  /** @param tickMs the intended milliseconds between looks */
  constructor(private readonly tickMs: number) {}

  /**
   * @param at milliseconds of a monotonic clock
   * @param use called only during silence
   * @returns milliseconds for which the event loop has stood still
   */
  look({ beats, debugged }: Beat, at: number, use: () => ThreadUse): number {
    const passed = at - this.lookedAt;
    this.lookedAt = at;
    if (beats !== this.beats) {
      this.beats = beats;
      this.cpuMs = undefined;
      return (this.stoodMs = 0);
    }
    const { cpuMs, asleep } = use();
    const worked = cpuMs - (this.cpuMs ?? cpuMs);
    this.cpuMs = cpuMs;
    const slept = asleep && !debugged && passed < this.tickMs + LATE_MS ? passed : 0;
    this.stoodMs += Math.max(worked, slept);
    return this.stoodMs;
  }
}
