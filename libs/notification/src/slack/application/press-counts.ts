/** How requests of Slack ended. */
export const PRESS_OUTCOMES = [
  'acted',
  'refused',
  'failed',
  'repeated',
  'ignored',
  'wrong_signature',
  'wrong_time',
  'unknown_app',
] as const;
export type PressOutcome = (typeof PRESS_OUTCOMES)[number];

/** Counts the requests of Slack, for the metrics. */
export class PressCounts {
  private readonly counts = new Map<PressOutcome, number>(PRESS_OUTCOMES.map((outcome) => [outcome, 0]));

  add(outcome: PressOutcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  get all(): readonly (readonly [PressOutcome, number])[] {
    return [...this.counts];
  }
}
