interface Consumer<Waiting> {
  /** Milliseconds used. A new asker starts at the level of those already served. */
  usedMs: number;
  /** Turns that have begun and not ended. */
  running: number;
  readonly waiting: Waiting[];
}

/** Gives the next turn to the asker that has used the least time, so that long turns of one do not delay the others. */
export class FairQueue<Waiting> {
  private readonly consumers = new Map<string, Consumer<Waiting>>();
  private virtualTime = 0;

  push(name: string, waiting: Waiting): void {
    this.consumerOf(name).waiting.push(waiting);
  }

  next(): Waiting | undefined {
    const ready = [...this.consumers.values()].filter(({ waiting }) => waiting.length > 0);
    const [first] = ready.toSorted((a, b) => a.usedMs - b.usedMs);
    if (first !== undefined) this.virtualTime = Math.max(this.virtualTime, first.usedMs);
    return first?.waiting.shift();
  }

  recordStart(name: string): void {
    this.consumerOf(name).running += 1;
  }

  recordEnd(name: string, milliseconds: number): void {
    const consumer = this.consumerOf(name);
    consumer.running -= 1;
    consumer.usedMs += milliseconds;
    if (consumer.running === 0 && consumer.waiting.length === 0) this.consumers.delete(name);
  }

  drain(): readonly Waiting[] {
    return [...this.consumers.values()].flatMap(({ waiting }) => waiting.splice(0));
  }

  private consumerOf(name: string): Consumer<Waiting> {
    const consumer = this.consumers.get(name) ?? { usedMs: this.virtualTime, running: 0, waiting: [] };
    this.consumers.set(name, consumer);
    return consumer;
  }
}
