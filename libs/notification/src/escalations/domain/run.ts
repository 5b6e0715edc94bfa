import { isDeepStrictEqual } from 'node:util';
import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import type { EscalationPolicy } from './escalation.js';

/** What stops the clock of an escalation. */
export type HeldBy = 'ACKNOWLEDGED' | 'SILENCED' | 'INHIBITED';

/** A notification (uuid) of which it is not known yet whether it reaches anybody. */
interface Waiting {
  readonly step: number;
  readonly id: string;
  /** Whether its receiver is away: nothing waits for it. */
  readonly is_away?: boolean;
}

/** What an escalation has done for an alert. Times are in milliseconds since the epoch, by the clock of the database. */
export interface Run {
  /** From when `after` of the steps of this cycle counts. */
  readonly from: number;
  /** Counts from 1. A repetition and a restart begin the next one. */
  readonly cycle: number;
  /** The number of the last step of the cycle that was told; 0: none. */
  readonly step: number;
  readonly repeated: number;
  /** How often the last step was told again. */
  readonly again: number;
  /** When the last step was told for the first time. */
  readonly told_at: number | null;
  readonly looked_at: number;
  readonly held: HeldBy | null;
  readonly held_at: number | null;
  /** The inhibition (uuid) that holds it back. */
  readonly inhibition_id: string | null;
  /** The severity of the alert when it was acknowledged. */
  readonly held_severity: Severity | null;
  /** When it goes on, once nothing holds it any more: what an inhibition held back settles first. */
  readonly resumes_at: number | null;
  /** Until when nothing is told, because an alert may arrive that explains this one. */
  readonly waits_until: number | null;
  /** Whether a notification of this cycle has arrived. */
  readonly reached: boolean;
  /** Whether it was told that this cycle reached nobody. */
  readonly unreached: boolean;
  /** The notifications of steps of this cycle. */
  readonly waiting: readonly Waiting[];
}

type Terms = Pick<EscalationPolicy, 'steps' | 'repeat' | 'until'>;

/** Which step to tell; `again`: how often it was told before. */
export interface Telling {
  readonly cycle: number;
  readonly step: number;
  readonly again: number;
}

export interface Look {
  readonly run: Run;
  readonly telling: Telling | undefined;
}

/** The latest time after which a step counts as late: then the rest is put off, so that nothing is sent in a heap. */
const LATE_MS = 60_000;

/** @param waits_until until when the opening waits for an alert that explains it */
export function startRun(at: number, waits_until: number | null = null): Run {
  return {
    ...{ from: at, looked_at: at, waits_until },
    ...{ cycle: 1, step: 0, repeated: 0, again: 0, told_at: null },
    ...{ held: null, held_at: null, inhibition_id: null, held_severity: null, resumes_at: null },
    ...{ reached: false, unreached: false, waiting: [] },
  };
}

/** Returns when the next step is due; `null`: never, or not while it is held. */
export function findDue(run: Run, { steps, repeat }: Terms): number | null {
  if (run.held !== null) return null;
  const next = steps[run.step];
  const due =
    next !== undefined
      ? run.from + next.after * 1000
      : repeat !== null && run.repeated < repeat.times && run.told_at !== null
        ? run.told_at + repeat.every * 1000
        : null;
  return due === null ? null : Math.max(due, run.waits_until ?? due);
}

/** Whether nothing but the time of the last look differs. */
export const isSameRun = (a: Run, b: Run): boolean =>
  isDeepStrictEqual({ ...a, looked_at: null }, { ...b, looked_at: null });

/** Whether all steps were told and none follows. */
export function isLastStep(run: Run, { steps, repeat }: Terms): boolean {
  return run.step >= steps.length && run.repeated >= (repeat?.times ?? 0);
}

export function acknowledgeRun(run: Run, { until }: Terms, severity: Severity, at: number): Run {
  if (until !== 'ACKNOWLEDGED') return run;
  // What was not sent yet is cancelled: it is not known any more whether it arrives.
  return { ...hold(run, 'ACKNOWLEDGED', at), held_severity: severity, waiting: [] };
}

/** Returns the run that begins again at step 1 because the alert is worse than it was acknowledged; `undefined`: it is not. */
export function restartRun(run: Run, severity: Severity, at: number): Run | undefined {
  if (run.held !== 'ACKNOWLEDGED' || run.held_severity === null) return undefined;
  if (SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(run.held_severity)) return undefined;
  return { ...startRun(at), cycle: run.cycle + 1 };
}

interface Situation {
  readonly now: number;
  /** What holds the alert back now, and since when at the earliest. */
  readonly held: HeldBy | null;
  readonly since?: number | undefined;
  readonly inhibition_id?: string | undefined;
  readonly severity: Severity;
  /** Milliseconds for which what the inhibition of the run held back settles. */
  readonly settleMs?: number | undefined;
  /** Whether all notifications of the last step are lost, or their receivers are away. */
  readonly isLost: boolean;
}

/** Decides what to do now. At most one step is told; if it has no receiver, {@link recordTelling} says what follows. */
export function look(before: Run, policy: Terms, { now, held, since = 0, ...rest }: Situation): Look {
  const run = { ...followClock(before, now), looked_at: now };
  if (held !== null) {
    const from = Math.min(now, Math.max(since, before.looked_at, run.told_at ?? 0));
    const severity = run.held === 'ACKNOWLEDGED' ? run.held_severity : rest.severity;
    const { inhibition_id = null } = rest;
    return { run: { ...hold(run, held, from), inhibition_id, held_severity: severity }, telling: undefined };
  }
  if (run.held === 'INHIBITED' && run.resumes_at === null && (rest.settleMs ?? 0) > 0)
    return { run: { ...run, resumes_at: now + (rest.settleMs ?? 0) }, telling: undefined };
  if (run.held !== null)
    return run.resumes_at !== null && now < run.resumes_at
      ? { run, telling: undefined }
      : resume(run, policy, now);
  if (rest.isLost && run.step < policy.steps.length) return tellNext(run);
  const due = findDue(run, policy);
  if (due === null || now < due) return { run, telling: undefined };
  const late = now - due > LATE_MS ? now - due : 0;
  if (run.step < policy.steps.length) return tellNext({ ...run, from: run.from + late });
  // What is not known at the end of a cycle comes too late for it. The next look begins the next one.
  if (run.waiting.length > 0 && !run.reached && !run.unreached)
    return { run: { ...run, waiting: [] }, telling: undefined };
  const [first] = policy.steps;
  return tellNext({
    ...run,
    ...{ from: due + late - (first?.after ?? 0) * 1000, cycle: run.cycle + 1, repeated: run.repeated + 1 },
    ...{ step: 0, again: 0, told_at: null, reached: false, unreached: false, waiting: [] },
  });
}

/** A time in the future was stored before the clock of the database was put back. */
function followClock(run: Run, now: number): Run {
  const ahead = Math.max(run.told_at ?? now, run.held_at ?? now, run.looked_at, now) - now;
  if (ahead === 0) return run;
  const move = (at: number | null) => (at === null ? null : at - ahead);
  return {
    ...run,
    from: run.from - ahead,
    ...{ told_at: move(run.told_at), held_at: move(run.held_at), looked_at: now },
    ...{ resumes_at: move(run.resumes_at), waits_until: move(run.waits_until) },
  };
}

function hold(run: Run, held: HeldBy, at: number): Run {
  return { ...run, held, held_at: run.held_at ?? at, inhibition_id: null, resumes_at: null };
}

/** The last step is told again at once, and those that follow keep their distance. */
function resume(run: Run, { steps }: Terms, now: number): Look {
  const pause = now - (run.held_at ?? now);
  const free = {
    ...{ held: null, held_at: null, inhibition_id: null, held_severity: null },
    ...{ resumes_at: null, waits_until: null },
  };
  if (run.step === 0) return tellNext({ ...run, ...free, from: now - (steps[0]?.after ?? 0) * 1000 });
  const again = run.again + 1;
  const resumed = { ...run, ...free, again, from: run.from + pause, told_at: (run.told_at ?? now) + pause };
  return { run: resumed, telling: { cycle: run.cycle, step: run.step, again } };
}

function tellNext(run: Run): Look {
  return { run, telling: { cycle: run.cycle, step: run.step + 1, again: 0 } };
}

/** Records that a step was told. @param ids its notifications (uuids). Without any, the next step is told at once. */
export function recordTelling(
  run: Run,
  { steps }: Terms,
  { step, again }: Telling,
  ids: readonly string[],
  now: number,
): Look {
  const told = {
    ...run,
    ...{ step, again, told_at: again === 0 ? now : run.told_at },
    waiting: [...run.waiting, ...ids.map((id) => ({ step, id }))],
  };
  return ids.length === 0 && step < steps.length ? tellNext(told) : { run: told, telling: undefined };
}

/** SENT: it has arrived. LOST: it never will. AWAY: its receiver is away, or its quota used up; it may still arrive. WAITING: not known yet. */
export type Outcome = 'SENT' | 'LOST' | 'AWAY' | 'WAITING';

/** Records what became of notifications. @returns also whether the last step is lost now, and was not before */
export function recordOutcomes(
  run: Run,
  outcomes: ReadonlyMap<string, Outcome>,
): { readonly run: Run; readonly isLost: boolean } {
  const waiting = run.waiting.map((each) => ({ ...each, outcome: outcomes.get(each.id) ?? 'LOST' }));
  const ofLast = waiting.filter(({ step }) => step === run.step);
  // Once a step has reached somebody, it is not lost, whatever becomes of its other notifications.
  const reachedSteps = new Set(waiting.filter(({ outcome }) => outcome === 'SENT').map(({ step }) => step));
  return {
    run: {
      ...run,
      reached: run.reached || reachedSteps.size > 0,
      waiting: waiting
        .filter(({ step, outcome }) => outcome !== 'LOST' && !reachedSteps.has(step))
        .map(({ step, id, outcome }) => ({ step, id, ...(outcome === 'AWAY' && { is_away: true }) })),
    },
    isLost:
      ofLast.some(({ is_away }) => is_away !== true) &&
      ofLast.every(({ outcome }) => outcome === 'LOST' || outcome === 'AWAY'),
  };
}

/** Whether no step of the cycle has reached anybody, and nothing that may is waited for. */
export function isUnreached(run: Run, { steps }: Terms): boolean {
  const isOver = run.held === null && run.step >= steps.length;
  return isOver && run.waiting.every(({ is_away }) => is_away === true) && !run.reached && !run.unreached;
}
