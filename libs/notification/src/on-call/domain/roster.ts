/** Why somebody is on call. */
export const CAUSES = ['ROTATION', 'CALENDAR', 'OVERRIDE'] as const;
export type Cause = (typeof CAUSES)[number];

/** A time in which some members are on call, in milliseconds since the epoch. The end is exclusive. */
export interface Shift {
  readonly start: number;
  readonly end: number;
  /** Names. */
  readonly members: readonly string[];
  readonly because: Cause;
  /** The summary of an event, or the reason of an override. */
  readonly detail: string | null;
}

/** A time in which the same members are on call. */
export interface Watch {
  readonly start: number;
  readonly end: number;
  /** Names. Empty: nobody is on call. */
  readonly members: readonly string[];
  /** `null`: nobody is on call. */
  readonly because: Cause | null;
  readonly details: readonly string[];
}

interface Change {
  readonly at: number;
  readonly shift: Shift;
  readonly isStart: boolean;
}

/**
 * Returns who is on call between two times, without holes: each watch begins when the one before it ends. Overlapping shifts
 * add up. Overrides replace all others.
 */
export function buildRoster(shifts: readonly Shift[], from: number, to: number): readonly Watch[] {
  const changes = shifts
    .filter(({ start, end }) => start < Math.min(to, end) && end > from)
    .flatMap((shift): Change[] => [
      { at: Math.max(shift.start, from), shift, isStart: true },
      { at: Math.min(shift.end, to), shift, isStart: false },
    ])
    .toSorted((a, b) => a.at - b.at);
  const regular = new ActiveShifts();
  const overrides = new ActiveShifts();
  const roster: Watch[] = [];
  let start = from;
  for (const { at, shift, isStart } of changes) {
    if (at > start) {
      append(roster, { start, end: at, ...(overrides.size > 0 ? overrides : regular).describe() });
      start = at;
    }
    (shift.because === 'OVERRIDE' ? overrides : regular).add(shift, isStart ? 1 : -1);
  }
  if (to > start)
    append(roster, { start, end: to, ...(overrides.size > 0 ? overrides : regular).describe() });
  return roster;
}

/** The maximum number of details of a watch. */
const MAX_DETAILS = 10;

/** The shifts that are going on. Only counted, since a calendar can have thousands at the same time. */
class ActiveShifts {
  size = 0;
  private because: Cause | null = null;
  private readonly members = new Map<string, number>();
  private readonly details = new Map<string, number>();

  /** @param count 1: the shift begins; -1: it ends */
  add({ members, because, detail }: Shift, count: 1 | -1): void {
    this.size += count;
    this.because = because;
    for (const name of members) addTo(this.members, name, count);
    if (detail !== null) addTo(this.details, detail, count);
  }

  describe(): Pick<Watch, 'members' | 'because' | 'details'> {
    return {
      members: [...this.members.keys()].toSorted(),
      because: this.size > 0 ? this.because : null,
      details: [...this.details.keys().take(MAX_DETAILS)].toSorted(),
    };
  }
}

function addTo(counts: Map<string, number>, key: string, count: number): void {
  const sum = (counts.get(key) ?? 0) + count;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}

/** Appends a watch, or prolongs the last one if nothing changes. */
function append(roster: Watch[], watch: Watch): void {
  const last = roster.at(-1);
  if (last !== undefined && isSame(last, watch)) roster[roster.length - 1] = { ...last, end: watch.end };
  else roster.push(watch);
}

function isSame(left: Watch, right: Watch): boolean {
  return (
    left.because === right.because &&
    left.members.join('\n') === right.members.join('\n') &&
    left.details.join('\n') === right.details.join('\n')
  );
}

export const GAP_REASONS = ['NOBODY', 'UNREACHABLE'] as const;

/** A time in which nobody would be told. */
export interface Gap {
  /** ISO 8601. */
  readonly starts_at: string;
  readonly ends_at: string;
  /** NOBODY is on call; or the subscriptions of all who are were deleted or disabled. */
  readonly reason: (typeof GAP_REASONS)[number];
}

/** The maximum number of gaps that are stored. */
const MAX_GAPS = 50;

/**
 * Returns the first gaps of a roster.
 * @param reachable the names of the members who can be told
 */
export function findGaps(
  roster: readonly Watch[],
  reachable: ReadonlySet<string>,
  limit = MAX_GAPS,
): readonly Gap[] {
  const gaps: Gap[] = [];
  for (const { start, end, members } of roster) {
    if (members.some((name) => reachable.has(name))) continue;
    const reason = members.length === 0 ? 'NOBODY' : 'UNREACHABLE';
    const last = gaps.at(-1);
    const ends_at = new Date(end).toISOString();
    const starts_at = new Date(start).toISOString();
    if (last?.ends_at === starts_at && last.reason === reason) gaps[gaps.length - 1] = { ...last, ends_at };
    else if (gaps.length < limit) gaps.push({ starts_at, ends_at, reason });
    else break;
  }
  return gaps;
}

/** Milliseconds of a gap that is too short to be told: by so much, clocks differ. */
const TOLERANCE_MS = 60_000;

/**
 * Returns what appeared since the last look: all gaps if there were none, else what was covered in the time that was looked at then.
 * Gaps that come into view as time passes are not new if there were others: a schedule of office hours has one each night. A gap
 * that joins known ones is new between them.
 * @param known in the order of time
 * @param seenUntil until when was looked at the last time, ISO 8601
 */
export function findNewGaps(
  gaps: readonly Gap[],
  known: readonly Gap[],
  seenUntil: string | null,
): readonly Gap[] {
  const last = known.at(-1);
  if (last === undefined || seenUntil === null) return gaps;
  const until = known.length < MAX_GAPS ? seenUntil : last.ends_at;
  return gaps
    .flatMap((gap) => subtract(gap, known))
    .filter(
      ({ starts_at, ends_at }) =>
        starts_at < until && Date.parse(ends_at) - Date.parse(starts_at) > TOLERANCE_MS,
    );
}

/** Returns what is left of a gap between those that are known. Times of the same format have the order of their texts. */
function subtract(gap: Gap, known: readonly Gap[]): readonly Gap[] {
  const overlapping = known.filter(
    ({ starts_at, ends_at }) => starts_at < gap.ends_at && gap.starts_at < ends_at,
  );
  const starts = [gap.starts_at, ...overlapping.map(({ ends_at }) => ends_at)];
  const ends = [...overlapping.map(({ starts_at }) => starts_at), gap.ends_at];
  return starts.flatMap((starts_at, index) => {
    const ends_at = ends[index] ?? gap.ends_at;
    return starts_at < ends_at ? [{ ...gap, starts_at, ends_at }] : [];
  });
}
