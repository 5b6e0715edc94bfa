/** The number of recent writes that count: enough that a single slow one does not matter, few enough to react quickly. */
const MAX_SAMPLES = 5;
const MEDIAN_FACTOR = 4;
const MAX_FACTOR = 8;
/** Milliseconds. Less than the driver's timeout of a statement. */
const MAX_TIMEOUT_MS = 4_000;

/**
 * How long a write to the database may take before the spool takes the deliveries. A database that is slow but steady
 * gets more time. Otherwise everything would go through the spool permanently.
 */
export class SpoolTimeout {
  private readonly samples: number[] = [];

  /** @param minMs milliseconds */
  constructor(private readonly minMs: number) {}

  /** @param milliseconds the duration of a successful write */
  observe(milliseconds: number): void {
    this.samples.push(milliseconds);
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
  }

  /** The median duration of a write in milliseconds; 0 if not known yet. */
  get median(): number {
    return this.samples.toSorted((a, b) => a - b)[Math.floor(this.samples.length / 2)] ?? 0;
  }

  get milliseconds(): number {
    const maxMs = Math.max(this.minMs, Math.min(MAX_TIMEOUT_MS, this.minMs * MAX_FACTOR));
    return Math.min(maxMs, Math.max(this.minMs, this.median * MEDIAN_FACTOR));
  }
}
