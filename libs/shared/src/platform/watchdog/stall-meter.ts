/** What the system says of the main thread. */
export interface ThreadUse {
  /** Processor time it has taken so far. */
  readonly cpuMs: number;
  /** Whether it waits for something, instead of running or waiting to run. */
  readonly asleep: boolean;
}

/** What the event loop leaves behind each time it turns. */
export interface Beat {
  readonly beats: number;
  /** Whether a debugger can stop it. */
  readonly debugged: boolean;
}

/** A look that is later than this has lost time itself: the process was stopped, or the machine has none to give. */
const LATE_MS = 100;

/**
 * Tells for how long the event loop stands still. A process that is stopped (a signal, a suspended machine) or starved has the
 * same silence as one that hangs; so what counts is the processor time that the thread takes in silence, or that it
 * sleeps while this one wakes on time.
 */
export class StallMeter {
  private beats = -1;
  private lookedAt = 0;
  private cpuMs: number | undefined;
  private stoodMs = 0;

  /** @param tickMs how long after one another looks are meant to be */
  constructor(private readonly tickMs: number) {}

  /**
   * @param at milliseconds of a clock that only goes forward
   * @param use asked only in silence
   * @returns milliseconds that it has stood still
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
