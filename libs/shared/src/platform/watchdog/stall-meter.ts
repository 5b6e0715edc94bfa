import { readFileSync } from 'node:fs';

/** What the operating system reports about the main thread. */
export interface ThreadUsage {
  /** The CPU time that it has used so far. */
  readonly cpuMs: number;
  /** Whether it waits for something, instead of running or waiting for a CPU. */
  readonly asleep: boolean;
}

/** The state that the event loop updates each time it turns. */
export interface LoopState {
  readonly beats: number;
  /** Whether a debugger may stop it. */
  readonly debugged: boolean;
}

/**
 * If a look is later than this, the watchdog itself lost time: the process was stopped, or the machine has no CPU time to
 * give.
 */
const MAX_DELAY_MS = 100;

/**
 * Measures how long the event loop stands still. A process that is stopped (a signal, a suspended machine) or starved is as
 * silent as one that hangs. Therefore only two kinds of silence count: the CPU time that the main thread uses, and the time
 * that it sleeps while this thread wakes on time.
 */
export class StallMeter {
  private beats = -1;
  private lastMeasuredAt = 0;
  private cpuMs: number | undefined;
  private stalledMs = 0;

  /** @param tickMs the intended milliseconds between looks */
  constructor(private readonly tickMs: number) {}

  /**
   * @param at milliseconds of a monotonic clock
   * @param readUsage called only during silence
   * @returns milliseconds for which the event loop has stood still
   */
  measure({ beats, debugged }: LoopState, at: number, readUsage: () => ThreadUsage): number {
    const elapsedMs = at - this.lastMeasuredAt;
    this.lastMeasuredAt = at;
    if (beats !== this.beats) {
      this.beats = beats;
      this.cpuMs = undefined;
      return (this.stalledMs = 0);
    }
    const { cpuMs, asleep } = readUsage();
    const workedMs = cpuMs - (this.cpuMs ?? cpuMs);
    this.cpuMs = cpuMs;
    const sleptMs = asleep && !debugged && elapsedMs < this.tickMs + MAX_DELAY_MS ? elapsedMs : 0;
    this.stalledMs += Math.max(workedMs, sleptMs);
    return this.stalledMs;
  }
}

/** The unit in which Linux counts CPU time. */
const TICK_MS = 10;

/** @returns the use of the main thread; on systems without /proc that of the whole process, which is no less */
export function readMainThreadUsage(): ThreadUsage {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
    const [state, ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { cpuMs: (Number(numbers[10]) + Number(numbers[11])) * TICK_MS, asleep: state === 'S' };
  } catch {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1_000, asleep: false };
  }
}
