/** Milliseconds from the first delivery of a turn of the event loop in which an overloaded process still admits deliveries. */
const ADMISSION_MS = 5;
/** Milliseconds. A turn of at least this length counts as long, whatever work it consisted of. */
const LONG_TURN_MS = 8;
/**
 * Milliseconds of uninterrupted long turns before deliveries are rejected. A storm of alarms is not yet an overload, even for
 * a process that has just started and is still slow.
 */
const TOLERANCE_MS = 1_000;

/**
 * Bounds the latency of an overloaded process. One turn of the event loop handles all deliveries that arrived during the
 * previous turn, and responses are sent at its end, so the latency is the length of a turn. While turns stay too long, only
 * deliveries early in a turn are admitted.
 */
export class LoadShedder {
  private turnStartedAt = 0;
  private turnEndedAt = 0;
  private isInTurn = false;
  private overloadedSince: number | undefined;

  /** Whether one more delivery may be admitted in this turn. */
  canAdmit(): boolean {
    const now = performance.now();
    if (!this.isInTurn) this.beginTurn(now);
    const isOverloaded = this.overloadedSince !== undefined && now - this.overloadedSince > TOLERANCE_MS;
    return !isOverloaded || now - this.turnStartedAt < ADMISSION_MS;
  }

  private beginTurn(now: number): void {
    // No delivery arrived for a while, so there is no backlog.
    if (now - this.turnEndedAt > TOLERANCE_MS) this.overloadedSince = undefined;
    this.isInTurn = true;
    this.turnStartedAt = now;
    setImmediate(() => this.endTurn());
  }

  private endTurn(): void {
    this.isInTurn = false;
    this.turnEndedAt = performance.now();
    if (this.turnEndedAt - this.turnStartedAt < LONG_TURN_MS) this.overloadedSince = undefined;
    else this.overloadedSince ??= this.turnStartedAt;
  }
}
