import fc from 'fast-check';

/** 10,000 alerts and 10 policies take ten minutes on two processors, and more than twice that on busy ones: they are for a night. */
const ALERTS = Number(process.env['ESCALATION_ALERTS'] ?? 40);
/** So many that each domain has as many silences and inhibiting alerts as a large one. */
export const ALERTS_OF_DOMAIN = 500;
const POLICIES = Number(process.env['ESCALATION_POLICIES'] ?? 3);
export const SEED = Number(process.env['ESCALATION_SEED'] ?? 42);
export const MINUTES = 60;
export const SETTLE_S = 60;

export interface Policy {
  /** Seconds. */
  readonly after: readonly number[];
  readonly repeat: { readonly times: number; readonly every: number } | null;
}

export type HeldBy = 'ack' | 'silence' | 'source';
export type Act = 'acknowledged' | 'unacknowledged' | 'resolved' | 'escalated';

export interface Plan {
  readonly policy: number;
  /** Seconds at which it opens. */
  readonly opens: number;
  /** In pairs: what begins and what ends, in seconds. */
  readonly held: readonly {
    readonly by: HeldBy;
    readonly from: number;
    readonly to: number;
  }[];
  /** Seconds at which the severity rises while it is acknowledged; `null`: never. */
  readonly worse: number | null;
  readonly resolves: number | null;
}

/** Everything happens at half minutes, and steps are due at whole ones. */
export const minute = (n: number) => n * 60;
const half = (n: number) => n * 60 + 30;

export const policies = fc.array(
  fc.record({
    after: fc
      .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 0, maxLength: 4 })
      .map((minutes) => [0, ...minutes.toSorted((a, b) => a - b).map(minute)]),
    repeat: fc.option(
      fc.record({ times: fc.integer({ min: 1, max: 3 }), every: fc.integer({ min: 2, max: 9 }).map(minute) }),
    ),
  }),
  { minLength: POLICIES, maxLength: POLICIES },
);

export const plans = fc.array(
  fc
    .record({
      policy: fc.nat(POLICIES - 1),
      opens: fc.integer({ min: 0, max: 10 }).map(minute),
      // What holds an alert is of one kind: that of inhibitions is noticed late.
      by: fc.constantFrom('ack' as const, 'ack' as const, 'silence' as const, 'source' as const),
      cuts: fc.uniqueArray(fc.integer({ min: 1, max: 45 }), { minLength: 0, maxLength: 6 }),
      isWorse: fc.boolean(),
      resolves: fc.option(fc.integer({ min: 20, max: 58 })),
    })
    .map(({ policy, opens, by, cuts, isWorse, resolves }): Plan => {
      const at = cuts.toSorted((a, b) => a - b).map((cut) => opens + half(cut));
      const held = at.flatMap((from, index) => {
        const to = at[index + 1];
        // A source settles after its end.
        return index % 2 === 0 && to !== undefined && (by !== 'source' || to - from > 120)
          ? [{ by, from, to }]
          : [];
      });
      const last = held.at(-1);
      const worse =
        by === 'ack' && isWorse && last !== undefined && last.to - last.from > 120 ? last.from + 60 : null;
      return { policy, opens, held, worse, resolves: resolves === null ? null : half(resolves) };
    }),
  { minLength: ALERTS, maxLength: ALERTS },
);

/** What happens at a second: a step is told, or its clock stops. */
export interface Happened {
  readonly at: number;
  /** The cycle and step, and how often it was told again; or what stops the clock. */
  readonly what: string;
}

/** The oracle: a clock that runs in seconds while nothing holds the alert, and knows nothing of the database. */
export function expectTold(
  { after, repeat }: Policy,
  { opens, held, worse, resolves }: Plan,
): { readonly told: readonly Happened[]; readonly held: readonly Happened[] } {
  const told: Happened[] = [];
  const stops: Happened[] = [];
  const findHolder = (t: number) =>
    held.find(
      ({ by, from, to }) =>
        t >= from &&
        t < to + (by === 'source' ? SETTLE_S : 0) &&
        !(worse !== null && from < worse && t >= worse),
    )?.by;
  let [clock, cycle, step, repeated, again] = [0, 1, 0, 0, 0];
  let [wasHeld, lastTold] = [false, 0];
  const tell = (t: number, isAgain: boolean) => {
    if (isAgain) again += 1;
    else again = 0;
    told.push({ at: t, what: `${cycle}/${step}${again === 0 ? '' : ` ${again}`}` });
  };
  for (let t = opens; t < minute(MINUTES); t += 1) {
    if (resolves !== null && t >= resolves) break;
    if (t > opens && findHolder(t - 1) === undefined && !wasHeld) clock += 1;
    if (worse !== null && t === worse) {
      [clock, cycle, step, repeated, again, wasHeld] = [0, cycle + 1, 0, 0, 0, false];
    }
    const holder = findHolder(t);
    if (holder !== undefined) {
      if (!wasHeld) stops.push({ at: t, what: holder });
      wasHeld = true;
      continue;
    }
    if (wasHeld) {
      wasHeld = false;
      if (step > 0) tell(t, true);
    }
    const due = after[step];
    if (due !== undefined && clock >= due) {
      step += 1;
      lastTold = clock;
      tell(t, false);
    } else if (
      due === undefined &&
      repeat !== null &&
      repeated < repeat.times &&
      clock - lastTold >= repeat.every
    ) {
      [clock, cycle, step, repeated, lastTold] = [0, cycle + 1, 1, repeated + 1, 0];
      tell(t, false);
    }
  }
  return { told, held: stops };
}
