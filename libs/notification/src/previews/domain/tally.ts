import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';

export const MAX_LISTED_CHANGES = 50;

/** A change that was notified of, or would have been. */
export interface PreviewedChange {
  readonly type: string;
  readonly alert_id: string;
  /** The severity of the alert after the change. */
  readonly severity: Severity;
  readonly title: string;
  readonly changed_at: string;
}

export interface DayCount {
  /** In UTC, such as 2026-11-20. */
  readonly day: string;
  readonly count: number;
}

/** Counts changes by day and severity, and keeps the first of them. */
export class Tally {
  readonly firstChanges: PreviewedChange[] = [];
  private readonly byDay = new Map<string, number>();
  private readonly bySeverity = new Map<Severity, number>();
  private total = 0;

  add({
    day,
    severity,
    count,
  }: {
    readonly day: string;
    readonly severity: Severity;
    readonly count: number;
  }) {
    this.byDay.set(day, (this.byDay.get(day) ?? 0) + count);
    this.bySeverity.set(severity, (this.bySeverity.get(severity) ?? 0) + count);
    this.total += count;
  }

  get count(): number {
    return this.total;
  }

  /** Only days with at least one change. */
  get days(): readonly DayCount[] {
    return [...this.byDay]
      .map(([day, count]) => ({ day, count }))
      .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  }

  /** All severities, including those without a change. */
  get severities(): Readonly<Record<Severity, number>> {
    return Object.fromEntries(
      SEVERITIES.map((severity) => [severity, this.bySeverity.get(severity) ?? 0]),
    ) as Record<Severity, number>;
  }
}
