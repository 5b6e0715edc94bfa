interface Asker<Waiting> {
  /** Milliseconds that it has had, counted from what the others had when it came. */
  used: number;
  /** Begun and not ended. */
  running: number;
  readonly waiting: Waiting[];
}

/** Gives the next turn to who has had least time, so that many long turns of one keep no other waiting. */
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
