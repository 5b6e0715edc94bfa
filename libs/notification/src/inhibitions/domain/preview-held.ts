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

/** A time in which sources take effect, in milliseconds since the epoch. The end is exclusive. */
export interface HeldSpan {
  readonly start: number;
  readonly end: number;
  /** Until when what was held back is not told of. */
  readonly told: number;
}

/**
 * Returns when each target would have been held back, by its id: from its opening if the source was open or arrived while it waited,
 * otherwise from the opening of the source. Other inhibitions are not considered.
 */
export function findHeldSpans(
  { equal, wait, settle, max }: Terms & { readonly settle: number },
  sources: readonly PastAlert[],
  targets: readonly PastAlert[],
): ReadonlyMap<string, readonly HeldSpan[]> {
  const sourceIds = new Set(sources.map(({ alert_id }) => alert_id));
  const targetIds = new Set(targets.map(({ alert_id }) => alert_id));
  const merge = (some: readonly PastAlert[]) =>
    new Map(
      [...Map.groupBy(some, (alert) => createEqualKey(equal, alert))].map(([key, group]) => [
        key,
        mergeTimes(group, { settle, max }),
      ]),
    );
  const all = merge(sources);
  // One that is both is held back only by a source that is no target.
  const others = merge(sources.filter(({ alert_id }) => !targetIds.has(alert_id)));
  return new Map(
    targets.flatMap((alert) => {
      const key = createEqualKey(equal, alert);
      const times = key === undefined ? [] : ((sourceIds.has(alert.alert_id) ? others : all).get(key) ?? []);
      const opened = Date.parse(alert.opened_at);
      const resolved = alert.resolved_at === null ? Number.POSITIVE_INFINITY : Date.parse(alert.resolved_at);
      const spans = times
        .filter(({ start, end }) => start < resolved && end > opened)
        .map((time) => (time.start <= opened + wait * 1000 ? { ...time, start: opened } : time));
      return spans.length === 0 ? [] : [[alert.alert_id, spans] as const];
    }),
  );
}

/** Returns the times in which at least one of these sources takes effect, in their order. */
function mergeTimes(
  sources: readonly PastAlert[],
  { settle, max }: { readonly settle: number; readonly max: number },
): readonly HeldSpan[] {
  const times = sources
    .map(({ opened_at, resolved_at, last_received_at }): HeldSpan => {
      const silent = Date.parse(last_received_at) + max * 1000;
      const resolved = resolved_at === null ? Number.POSITIVE_INFINITY : Date.parse(resolved_at);
      return {
        start: Date.parse(opened_at),
        end: Math.min(silent, resolved),
        told: resolved < silent ? resolved + settle * 1000 : silent,
      };
    })
    .toSorted((a, b) => a.start - b.start);
  const merged: HeldSpan[] = [];
  for (const time of times) {
    const last = merged.at(-1);
    if (last === undefined || time.start > last.end) merged.push(time);
    else if (time.end > last.end) merged[merged.length - 1] = { ...time, start: last.start };
  }
  return merged;
}
