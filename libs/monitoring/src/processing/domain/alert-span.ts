/** The time that an alert of a key covers. Out-of-order alarms find their alert by it. */
export interface AlertSpan {
  readonly alert_id: string;
  opened_at: Date;
  open: boolean;
  /** When the alert was last heard of; `null` while it is open. */
  ended_at: Date | null;
  /** The alert consists only of recoveries. */
  orphan: boolean;
}

/**
 * Finds the alert for an out-of-order alarm: the one that was open at that time. Between two alerts, an alarm belongs to the
 * later one, which then began with it. A recovery belongs to the earlier one or, if there is none, to a later orphan.
 * @param spans in the order of their opening
 */
export function findSpan(spans: readonly AlertSpan[], at: Date, recovery: boolean): AlertSpan | undefined {
  const before = spans.findLast(({ opened_at }) => opened_at <= at);
  const after = spans.find(({ opened_at }) => opened_at > at);
  if (before && (before.ended_at === null || at <= before.ended_at)) return before;
  if (recovery) return before ?? (after?.orphan ? after : undefined);
  return after ?? before;
}
