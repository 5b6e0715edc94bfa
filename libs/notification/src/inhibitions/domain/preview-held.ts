import { countBelow, FirstAbove } from '#shared/kernel/first-above.js';
import { createEqualKey } from './equal-fields.js';

/** An alert of the last days. Times are in milliseconds since the epoch. */
export interface PastAlert {
  readonly alert_id: string;
  readonly opened: number;
  /** `Infinity` while it is open. */
  readonly resolved: number;
  readonly heard: number;
  /** Is the same for alerts that an inhibition relates; `undefined`: it relates this one to none. */
  readonly key: string | undefined;
}

interface StoredAlert {
  readonly alert_id: string;
  readonly opened_at: string;
  readonly resolved_at: string | null;
  readonly last_received_at: string;
}

/** Returns what decides which alerts hold which back. @param equal the fields that must be equal */
export function toPastAlert(equal: readonly string[], alert: StoredAlert): PastAlert {
  const { alert_id, opened_at, resolved_at, last_received_at } = alert;
  return {
    alert_id,
    opened: Date.parse(opened_at),
    resolved: resolved_at === null ? Number.POSITIVE_INFINITY : Date.parse(resolved_at),
    heard: Date.parse(last_received_at),
    key: createEqualKey(equal, alert),
  };
}

export interface HeldAlert<Alert> {
  readonly alert: Alert;
  readonly source: Alert;
}

interface Terms {
  /** Seconds. */
  readonly wait: number;
  readonly max: number;
}

/**
 * Returns the targets whose opening a source would have held back: it was open then, or arrived while the opening waited. Other
 * inhibitions are not considered.
 */
export function findHeld<Alert extends PastAlert>(
  { wait, max }: Terms,
  sources: readonly Alert[],
  targets: readonly Alert[],
): readonly HeldAlert<Alert>[] {
  const find = relate(sources, targets, (group) => {
    const sorted = group.toSorted((a, b) => a.opened - b.opened);
    return { sorted, ends: new FirstAbove(sorted.map((source) => findEnd(source, max))) };
  });
  return targets.flatMap((alert) => {
    const group = find(alert);
    // The others that are still open have begun later.
    const source = group?.sorted[group.ends.find(alert.opened) ?? group.sorted.length];
    return source === undefined || source.opened > alert.opened + wait * 1000 ? [] : [{ alert, source }];
  });
}

const findEnd = ({ resolved, heard }: PastAlert, max: number): number =>
  Math.min(resolved, heard + max * 1000);

/**
 * Groups sources by their key, and returns a function that finds the group of a target. What is both a source and a target is held
 * back only by a source that is no target.
 */
function relate<Alert extends PastAlert, Group>(
  sources: readonly Alert[],
  targets: readonly Alert[],
  toGroup: (sources: readonly Alert[]) => Group,
): (target: Alert) => Group | undefined {
  const sourceIds = new Set(sources.map(({ alert_id }) => alert_id));
  const targetIds = new Set(targets.map(({ alert_id }) => alert_id));
  const group = (some: readonly Alert[]) =>
    new Map([...Map.groupBy(some, ({ key }) => key)].map(([key, each]) => [key, toGroup(each)]));
  const all = group(sources);
  const others = group(sources.filter(({ alert_id }) => !targetIds.has(alert_id)));
  return ({ alert_id, key }) =>
    key === undefined ? undefined : (sourceIds.has(alert_id) ? others : all).get(key);
}

/** A time in which sources take effect, in milliseconds since the epoch. The end is exclusive. */
interface SourceSpan {
  readonly start: number;
  readonly end: number;
  /** Until when what was held back is not told of. */
  readonly told: number;
}

/** The times of all sources with a key, which all of their targets share. */
interface SourceTimes {
  readonly spans: readonly SourceSpan[];
  readonly starts: readonly number[];
  readonly ends: FirstAbove;
  readonly tolds: FirstAbove;
}

/** When a target is held back. */
export class HeldTimes {
  private readonly opened: number;
  private readonly first: number;
  private readonly last: number;

  /** @param waited until when a source that arrives holds back the opening too */
  constructor(
    private readonly times: SourceTimes,
    { opened, resolved }: Pick<PastAlert, 'opened' | 'resolved'>,
    private readonly waited: number,
  ) {
    this.opened = opened;
    this.first = times.ends.find(opened) ?? times.spans.length;
    this.last = countBelow(times.starts, resolved);
  }

  get isEmpty(): boolean {
    return this.first >= this.last;
  }

  /**
   * Returns until when what is held back at this time is not told of; `undefined` if it is not held back.
   * @param isKept whether something was held back before: what an ended source held back settles first
   */
  findTold(at: number, isKept: boolean): number | undefined {
    const { ends, tolds, spans } = this.times;
    const place = (isKept ? tolds : ends).find(at, this.first);
    const span = place === undefined || place >= this.last ? undefined : spans[place];
    if (span === undefined) return undefined;
    return (span.start <= this.waited ? this.opened : span.start) <= at ? span.told : undefined;
  }
}

/**
 * Returns when each target would have been held back, by its id: from its opening if the source was open or arrived while it waited,
 * otherwise from the opening of the source. Other inhibitions are not considered.
 */
export function findHeldTimes(
  { wait, settle, max }: Terms & { readonly settle: number },
  sources: readonly PastAlert[],
  targets: readonly PastAlert[],
): ReadonlyMap<string, HeldTimes> {
  const find = relate(sources, targets, (group): SourceTimes => {
    const spans = mergeTimes(group, { settle, max });
    return {
      spans,
      starts: spans.map(({ start }) => start),
      ends: new FirstAbove(spans.map(({ end }) => end)),
      tolds: new FirstAbove(spans.map(({ told }) => told)),
    };
  });
  const held = new Map<string, HeldTimes>();
  for (const alert of targets) {
    const times = find(alert);
    const own = times && new HeldTimes(times, alert, alert.opened + wait * 1000);
    if (own !== undefined && !own.isEmpty) held.set(alert.alert_id, own);
  }
  return held;
}

/** Returns the times in which at least one of these sources takes effect, in their order. */
function mergeTimes(
  sources: readonly PastAlert[],
  { settle, max }: { readonly settle: number; readonly max: number },
): readonly SourceSpan[] {
  const times = sources
    .map((source): SourceSpan => {
      const end = findEnd(source, max);
      const isSilent = source.resolved >= source.heard + max * 1000;
      return { start: source.opened, end, told: isSilent ? end : end + settle * 1000 };
    })
    .toSorted((a, b) => a.start - b.start);
  const merged: SourceSpan[] = [];
  for (const time of times) {
    const last = merged.at(-1);
    if (last === undefined || time.start > last.end) merged.push(time);
    else if (time.end > last.end) merged[merged.length - 1] = { ...time, start: last.start };
  }
  return merged;
}
