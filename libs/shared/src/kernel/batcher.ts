/** A request whose caller waits for the answer. */
export interface PendingRequest<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLimits<Request> {
  /** The maximum number of batches in progress at a time. */
  readonly concurrency: number;
  /** The maximum number of requests in a batch. */
  readonly perBatch: number;
  /** The maximum total size of the requests of a batch. A request that is larger forms a batch of its own. */
  readonly bytes?: { readonly perBatch: number; readonly of: (request: Request) => number };
  /** Minimum milliseconds between the start of a batch and the start of a concurrent one. */
  readonly minIntervalMs?: number;
}

/**
 * Groups requests into batches: requests that arrive while a batch is in progress go into the next one. There is no timer. An
 * idle service processes each request at once; a busy one shares each wait for the disk or the network among many requests.
 */
export class Batcher<Request, Answer> {
  private pending: PendingRequest<Request, Answer>[] = [];
  private activeBatches = 0;
  /** When the last batch began (`performance.now()`). */
  private lastStartedAt = 0;

  /** @param processBatch processes a batch and settles each of its requests; when it throws, the remaining ones are rejected */
  constructor(
    private readonly processBatch: (batch: readonly PendingRequest<Request, Answer>[]) => Promise<void>,
    private readonly limits: BatchLimits<Request>,
  ) {}

  get length(): number {
    return this.pending.length;
  }

  add(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.pending.push({ request, resolve, reject });
      if (!this.canStartBatch(this.activeBatches)) return;
      this.activeBatches += 1;
      // Runs after this turn of the event loop, so that all requests of the turn share the batch.
      setImmediate(() => void this.run());
    });
  }

  private canStartBatch(activeCount: number): boolean {
    const { concurrency, minIntervalMs = 0 } = this.limits;
    return (
      activeCount === 0 ||
      (activeCount < concurrency && performance.now() - this.lastStartedAt >= minIntervalMs)
    );
  }

  private async run(): Promise<void> {
    while (this.pending.length > 0 && this.canStartBatch(this.activeBatches - 1)) {
      const batch = this.takeBatch();
      this.lastStartedAt = performance.now();
      try {
        await this.processBatch(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.activeBatches -= 1;
  }

  private takeBatch(): PendingRequest<Request, Answer>[] {
    const { perBatch, bytes } = this.limits;
    let sum = 0;
    let count = 0;
    for (const { request } of this.pending) {
      if (bytes !== undefined) sum += bytes.of(request);
      if (count === perBatch || (count > 0 && bytes !== undefined && sum > bytes.perBatch)) break;
      count += 1;
    }
    if (count < this.pending.length) return this.pending.splice(0, count);
    const requests = this.pending;
    this.pending = [];
    return requests;
  }
}
