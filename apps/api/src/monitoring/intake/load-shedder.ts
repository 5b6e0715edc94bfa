/** Milliseconds from the first delivery of a turn of the event loop in which an overloaded process still admits deliveries. */
const TURN = 5;
/** Milliseconds. A turn of at least this length counts as long, whatever work it consisted of. */
const LONG = 8;
/**
 * Milliseconds of uninterrupted long turns before deliveries are rejected. A storm of alarms is not yet an overload, even for
 * a process that has just started and is still slow.
 */
const PATIENCE = 1_000;

/**
 * Bounds the latency of an overloaded process. One turn of the event loop handles all deliveries that arrived during the
 * previous turn, and responses are sent at its end, so the latency is the length of a turn. While turns stay too long, only
 * deliveries early in a turn are admitted.
 */
export class LoadShedder {
  private began = 0;
  private ended = 0;
  private isOpen = false;
  private longSince: number | undefined;

  /** Whether one more delivery may be admitted in this turn. */
  hasTime(): boolean {
    const now = performance.now();
    if (!this.isOpen) this.begin(now);
    const isOverrun = this.longSince !== undefined && now - this.longSince > PATIENCE;
    return !isOverrun || now - this.began < TURN;
  }

  private begin(now: number): void {
    // No delivery arrived for a while, so there is no backlog.
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
