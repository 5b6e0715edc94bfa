import { createEqualKey } from './equal-fields.js';

/** An alert of the last days. Times are in milliseconds since the epoch. */
export interface PastAlert {
  readonly alert_id: string;
  readonly title: string;
  readonly severity: string;
  readonly opened_at: string;
  readonly resolved_at: string | null;
  readonly last_received_at: string;
}

export interface HeldAlert<Alert> {
  readonly alert: Alert;
  readonly source: Alert;
}

interface Terms {
  readonly equal: readonly string[];
  /** Seconds. */
  readonly wait: number;
  readonly max: number;
}

/**
 * Returns the targets whose opening a source would have held back: it was open then, or arrived while the opening waited. Other
 * inhibitions are not considered.
 */
export function findHeld<Alert extends PastAlert>(
  { equal, wait, max }: Terms,
  sources: readonly Alert[],
  targets: readonly Alert[],
): readonly HeldAlert<Alert>[] {
  const sourceIds = new Set(sources.map(({ alert_id }) => alert_id));
  const targetIds = new Set(targets.map(({ alert_id }) => alert_id));
  const byKey = Map.groupBy(
    sources.toSorted((a, b) => Date.parse(a.opened_at) - Date.parse(b.opened_at)),
    (alert) => createEqualKey(equal, alert),
  );
  return targets.flatMap((alert) => {
    const key = createEqualKey(equal, alert);
    if (key === undefined) return [];
    const opened = Date.parse(alert.opened_at);
    const source = byKey.get(key)?.find((each) => {
      if (each.alert_id === alert.alert_id) return false;
      if (sourceIds.has(alert.alert_id) && targetIds.has(each.alert_id)) return false;
      const end = Math.min(
        each.resolved_at === null ? Number.POSITIVE_INFINITY : Date.parse(each.resolved_at),
        Date.parse(each.last_received_at) + max * 1000,
      );
      return Date.parse(each.opened_at) <= opened + wait * 1000 && end > opened;
    });
    return source === undefined ? [] : [{ alert, source }];
  });
}
