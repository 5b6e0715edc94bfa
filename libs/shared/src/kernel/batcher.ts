/** A request whose caller waits for the answer. */
export interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLimits<Request> {
  /** Batches under way at a time. */
  readonly atOnce: number;
  /** Requests. */
  readonly perBatch: number;
  /** Of the requests of a batch together; one that is larger goes alone. */
  readonly bytes?: { readonly perBatch: number; readonly of: (request: Request) => number };
  /** Milliseconds that a batch has begun before another may begin beside it. */
  readonly apartMs?: number;
}

/**
 * What arrives while a batch is under way goes into the next one. There is no timer: an idle service works on one
 * request at once, a busy one on many for each time the disk or the network is waited for.
 */
export class Batcher<Request, Answer> {
  private waiting: Waiting<Request, Answer>[] = [];
  private underWay = 0;
  /** The last one. */
  private begunAt = 0;

  /** @param work begins after each of its requests was added, and settles them; what it throws rejects the others */
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
      // After the requests of this turn of the event loop, so that they share the batch.
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
