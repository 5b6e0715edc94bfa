/** Milliseconds of a turn of the event loop, from the first delivery in it, in which deliveries are let in. */
const TURN = 5;
/** Milliseconds. Turns that take longer than this are too long, whatever they were spent on. */
const LONG = 8;
/**
 * Milliseconds of nothing but long turns before anybody is sent away: a storm of alarms is not yet an overload, not even
 * for a process that has just begun and is slow at first.
 */
const PATIENCE = 1_000;

/**
 * Keeps waiting short while more is asked of a process than it can do. All that came in since the last turn of the
 * event loop is dealt with in the next one, and nobody is answered before that ends: so what a delivery waits is how
 * long turns are. As long as they stay too long, only what comes early in a turn is let in.
 */
export class LoadShedder {
  private began = 0;
  private ended = 0;
  private isOpen = false;
  private longSince: number | undefined;

  /** Whether there is time for one more delivery in this turn. */
  hasTime(): boolean {
    const now = performance.now();
    if (!this.isOpen) this.begin(now);
    const isOverrun = this.longSince !== undefined && now - this.longSince > PATIENCE;
    return !isOverrun || now - this.began < TURN;
  }

  private begin(now: number): void {
    // Nothing came for a while, so nothing is waiting either.
    if (now - this.ended > PATIENCE) this.longSince = undefined;
    this.isOpen = true;
    this.began = now;
    setImmediate(() => this.end());
  }

  private end(): void {
    this.isOpen = false;
    this.ended = performance.now();
    if (this.ended - this.began < LONG) this.longSince = undefined;
    else this.longSince ??= this.began;
  }
}
