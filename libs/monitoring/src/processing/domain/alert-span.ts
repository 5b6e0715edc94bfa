/** An alert of a key as out-of-order alarms need it, to find the one of their time. */
export interface AlertSpan {
  readonly alert_id: string;
  opened_at: Date;
  open: boolean;
  /** The last that was heard of it; `null` while it is open. */
  ended_at: Date | null;
  /** Made of recoveries alone. */
  orphan: boolean;
}

/**
 * The alert of a time: the one that was open then. Between two, an alarm belongs to the one that follows, which
 * then began with it; a recovery belongs to the one before, or to the recoveries without an alert that follow.
 * @param spans in the order of their opening
 */
export function spanAt(spans: readonly AlertSpan[], at: Date, recovery: boolean): AlertSpan | undefined {
  const before = spans.findLast(({ opened_at }) => opened_at <= at);
  const after = spans.find(({ opened_at }) => opened_at > at);
  if (before && (before.ended_at === null || at <= before.ended_at)) return before;
  if (recovery) return before ?? (after?.orphan ? after : undefined);
  return after ?? before;
}
