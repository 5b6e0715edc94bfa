/** A request whose caller waits for the answer. */
export interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLimits<Request> {
  /** The maximum number of batches in progress at a time. */
  readonly atOnce: number;
  /** The maximum number of requests in a batch. */
  readonly perBatch: number;
  /** The maximum total size of the requests of a batch. A request that is larger forms a batch of its own. */
  readonly bytes?: { readonly perBatch: number; readonly of: (request: Request) => number };
  /** Minimum milliseconds between the start of a batch and the start of a concurrent one. */
  readonly apartMs?: number;
}

/**
 * Groups requests into batches: requests that arrive while a batch is in progress go into the next one. There is no timer. An
 * idle service processes each request at once; a busy one shares each wait for the disk or the network among many requests.
 */
export class Batcher<Request, Answer> {
  private waiting: Waiting<Request, Answer>[] = [];
  private underWay = 0;
  /** When the last batch began (`performance.now()`). */
  private begunAt = 0;

  /** @param work processes a batch and settles each of its requests; when it throws, the remaining ones are rejected */
  constructor(
    private readonly work: (batch: readonly Waiting<Request, Answer>[]) => Promise<void>,
    private readonly limits: BatchLimits<Request>,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  add(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, resolve, reject });
      if (!this.mayBegin(this.underWay)) return;
      this.underWay += 1;
      // Runs after this turn of the event loop, so that all requests of the turn share the batch.
      setImmediate(() => void this.run());
    });
  }

  private mayBegin(others: number): boolean {
    const { atOnce, apartMs = 0 } = this.limits;
    return others === 0 || (others < atOnce && performance.now() - this.begunAt >= apartMs);
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0 && this.mayBegin(this.underWay - 1)) {
      const batch = this.takeBatch();
      this.begunAt = performance.now();
      try {
        await this.work(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.underWay -= 1;
  }

  private takeBatch(): Waiting<Request, Answer>[] {
    const { perBatch, bytes } = this.limits;
    let sum = 0;
    let count = 0;
    for (const { request } of this.waiting) {
      if (bytes !== undefined) sum += bytes.of(request);
      if (count === perBatch || (count > 0 && bytes !== undefined && sum > bytes.perBatch)) break;
      count += 1;
    }
    if (count < this.waiting.length) return this.waiting.splice(0, count);
    const all = this.waiting;
    this.waiting = [];
    return all;
  }
}
