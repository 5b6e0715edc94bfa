export interface IntakeLimits {
  /** Deliveries on their way in at a time. */
  readonly inFlight: number;
  /** Of all their bodies while they are read, bytes. */
  readonly memoryBytes: number;
}

/** So few are done with in some milliseconds: where even that takes long, it is not they who make it long. */
const CROWD = 128;

/** What the deliveries on their way in may take, all together. What was taken must be given back. */
export class IntakeBudget {
  private deliveries = 0;
  private bytes = 0;

  constructor(private readonly limits: IntakeLimits) {}

  get isCrowded(): boolean {
    return this.deliveries >= CROWD;
  }

  /** Whether there was a place. */
  enter(): boolean {
    if (this.deliveries >= this.limits.inFlight) return false;
    this.deliveries += 1;
    return true;
  }

  /** Whether there was room. */
  take(bytes: number): boolean {
    if (this.bytes + bytes > this.limits.memoryBytes) return false;
    this.bytes += bytes;
    return true;
  }

  leave(bytes: number): void {
    this.deliveries -= 1;
    this.bytes -= bytes;
  }
}
