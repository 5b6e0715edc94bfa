interface Asker<Waiting> {
  /** Milliseconds used. A new asker starts at the level of those already served. */
  used: number;
  /** Turns that have begun and not ended. */
  running: number;
  readonly waiting: Waiting[];
}

/** Gives the next turn to the asker that has used the least time, so that long turns of one do not delay the others. */
export class FairQueue<Waiting> {
  private readonly askers = new Map<string, Asker<Waiting>>();
  private now = 0;

  push(name: string, waiting: Waiting): void {
    this.of(name).waiting.push(waiting);
  }

  next(): Waiting | undefined {
    const ready = [...this.askers.values()].filter(({ waiting }) => waiting.length > 0);
    const [first] = ready.toSorted((a, b) => a.used - b.used);
    if (first !== undefined) this.now = Math.max(this.now, first.used);
    return first?.waiting.shift();
  }

  begin(name: string): void {
    this.of(name).running += 1;
  }

  end(name: string, milliseconds: number): void {
    const asker = this.of(name);
    asker.running -= 1;
    asker.used += milliseconds;
    if (asker.running === 0 && asker.waiting.length === 0) this.askers.delete(name);
  }

  drain(): readonly Waiting[] {
    return [...this.askers.values()].flatMap(({ waiting }) => waiting.splice(0));
  }

  private of(name: string): Asker<Waiting> {
    const asker = this.askers.get(name) ?? { used: this.now, running: 0, waiting: [] };
    this.askers.set(name, asker);
    return asker;
  }
}
