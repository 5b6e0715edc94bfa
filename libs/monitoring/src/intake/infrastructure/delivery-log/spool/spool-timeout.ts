/** Of the last writes: enough that one that was held up counts for nothing, few enough to notice a change at once. */
const SAMPLES = 5;
const TIMES = 4;
const MOST_TIMES = 8;
/** Milliseconds. Less than the driver gives a statement. */
const MOST = 4_000;

/**
 * How long the database may take to write deliveries before the spool takes them. A database that is slow but steady
 * gets more time: otherwise everything would go through the spool for good.
 */
export class SpoolTimeout {
  private readonly samples: number[] = [];

  /** @param least milliseconds */
  constructor(private readonly least: number) {}

  /** @param milliseconds that the database took for a write that succeeded */
  observe(milliseconds: number): void {
    this.samples.push(milliseconds);
    if (this.samples.length > SAMPLES) this.samples.shift();
  }

  /** Milliseconds that a write usually takes; 0: not known yet. */
  get median(): number {
    return this.samples.toSorted((a, b) => a - b)[Math.floor(this.samples.length / 2)] ?? 0;
  }

  get milliseconds(): number {
    const most = Math.max(this.least, Math.min(MOST, this.least * MOST_TIMES));
    return Math.min(most, Math.max(this.least, this.median * TIMES));
  }
}
