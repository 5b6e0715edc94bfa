/** The number of recent writes that count: enough that a single slow one does not matter, few enough to react quickly. */
const SAMPLES = 5;
const TIMES = 4;
const MOST_TIMES = 8;
/** Milliseconds. Less than the driver's timeout of a statement. */
const MOST = 4_000;

/**
 * How long a write to the database may take before the spool takes the deliveries. A database that is slow but steady
 * gets more time. Otherwise everything would go through the spool permanently.
 */
export class SpoolTimeout {
  private readonly samples: number[] = [];

  /** @param least milliseconds */
  constructor(private readonly least: number) {}

  /** @param milliseconds the duration of a successful write */
  observe(milliseconds: number): void {
    this.samples.push(milliseconds);
    if (this.samples.length > SAMPLES) this.samples.shift();
  }

  /** The median duration of a write in milliseconds; 0 if not known yet. */
  get median(): number {
    return this.samples.toSorted((a, b) => a - b)[Math.floor(this.samples.length / 2)] ?? 0;
  }

  get milliseconds(): number {
    const most = Math.max(this.least, Math.min(MOST, this.least * MOST_TIMES));
    return Math.min(most, Math.max(this.least, this.median * TIMES));
  }
}
