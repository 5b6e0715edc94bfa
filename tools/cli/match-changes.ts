export const STATES = ['firing', 'resolved'] as const;

/** The beginning or the end of an alert, as one of two tools saw it. */
export interface SeenChange {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly state: (typeof STATES)[number];
  readonly key: string;
  readonly title?: string | undefined;
  /** Where it stands in the file. */
  readonly line?: number | undefined;
  readonly alert_id?: string | undefined;
}

export interface Matching {
  /** Numbers by state. */
  readonly both: Readonly<Record<SeenChange['state'], number>>;
  /** In the order of their times. */
  readonly onlyThere: readonly SeenChange[];
  readonly onlyHere: readonly SeenChange[];
  /** Changes of the other tool at other times, which were not compared. */
  readonly outside: number;
}

interface Terms {
  readonly toleranceMs: number;
  /** Whether what has no equal key is compared by its title. */
  readonly byTitle: boolean;
  readonly span: { readonly from: number; readonly to: number };
}

/** Pairs the changes that two tools saw, each with at most one of the other. */
export function matchChanges(
  there: readonly SeenChange[],
  here: readonly SeenChange[],
  { toleranceMs, byTitle, span }: Terms,
): Matching {
  const compared = there.filter(({ at }) => at >= span.from - toleranceMs && at <= span.to + toleranceMs);
  const isWithin = ({ at }: SeenChange) => at >= span.from && at <= span.to;
  const both = { firing: 0, resolved: 0 };
  let left: Unmatched = { there: compared, here };
  const fields: readonly ((change: SeenChange) => string | undefined)[] = byTitle
    ? [({ key }) => key, ({ title, key }) => title ?? key]
    : [({ key }) => key];
  for (const readField of fields) left = pair(left, readField, toleranceMs, (state) => (both[state] += 1));
  const byTime = (a: SeenChange, b: SeenChange) => a.at - b.at;
  return {
    both,
    // What came shortly before or after the time was only read to be paired.
    onlyThere: left.there.filter(isWithin).toSorted(byTime),
    onlyHere: left.here.filter(isWithin).toSorted(byTime),
    outside: there.length - compared.length,
  };
}

interface Unmatched {
  readonly there: readonly SeenChange[];
  readonly here: readonly SeenChange[];
}

/** Pairs changes of the same state and field in the order of their times: with that, as many as possible are paired. */
function pair(
  { there, here }: Unmatched,
  readField: (change: SeenChange) => string | undefined,
  toleranceMs: number,
  onPair: (state: SeenChange['state']) => void,
): Unmatched {
  const group = (changes: readonly SeenChange[]) =>
    Map.groupBy(
      changes.toSorted((a, b) => a.at - b.at),
      (change) => `${change.state} ${readField(change) ?? ''}`,
    );
  const others = group(here);
  const paired = new Set<SeenChange>();
  for (const [key, changes] of group(there)) {
    const candidates = others.get(key) ?? [];
    let next = 0;
    for (const change of changes) {
      while ((candidates[next]?.at ?? Infinity) < change.at - toleranceMs) next += 1;
      const candidate = candidates[next];
      if (candidate === undefined || candidate.at > change.at + toleranceMs) continue;
      paired.add(change).add(candidate);
      onPair(change.state);
      next += 1;
    }
  }
  return {
    there: there.filter((each) => !paired.has(each)),
    here: here.filter((each) => !paired.has(each)),
  };
}
