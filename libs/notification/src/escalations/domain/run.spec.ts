import { describe, expect, it } from 'vitest';
import type { EscalationPolicy } from './escalation.js';
import {
  acknowledgeRun,
  findDue,
  isLastStep,
  isUnreached,
  look,
  recordOutcomes,
  recordTelling,
  restartRun,
  startRun,
  type HeldBy,
  type Outcome,
  type Run,
} from './run.js';

const MIN = 60_000;
const STEPS = [0, 600, 1800].map((after) => ({ after, subscriptions: ['s'], on_call: null }));
const POLICY: Pick<EscalationPolicy, 'steps' | 'repeat' | 'until'> = {
  steps: STEPS,
  repeat: { times: 1, every: 3600 },
  until: 'ACKNOWLEDGED',
};

/** Looks at these minutes, and tells what is to be told. Minutes at which something holds the alert are given with it. */
function play(
  looks: readonly (number | readonly [minute: number, held: HeldBy])[],
  {
    run: given = startRun(0),
    policy = POLICY,
    settleMs = 0,
    receivers = () => ['n'] as readonly string[],
  } = {},
) {
  let run: Run = given;
  const told: string[] = [];
  for (const each of looks) {
    const [minute, held] = typeof each === 'number' ? [each, null] : each;
    const now = minute * MIN;
    const settled = recordOutcomes(run, new Map(run.waiting.map(({ id }) => [id, 'SENT'])));
    let found = look(settled.run, policy, { now, held, severity: 'ERROR', settleMs, isLost: false });
    while (found.telling !== undefined) {
      const { cycle, step, again } = found.telling;
      told.push(`${minute}: ${cycle}/${step}${again === 0 ? '' : ` again ${again}`}`);
      found = recordTelling(found.run, policy, found.telling, receivers(), now);
    }
    run = found.run;
  }
  return { run, told };
}

describe('steps', () => {
  it('are told when they are due, and all again after the last', () => {
    const { told, run } = play([0, 5, 10, 29, 30, 89, 90, 100, 120, 500]);
    expect(told).toEqual(['0: 1/1', '10: 1/2', '30: 1/3', '90: 2/1', '100: 2/2', '120: 2/3']);
    expect(findDue(run, POLICY)).toBeNull();
    expect(isLastStep(run, POLICY)).toBe(true);
  });

  it('that are late keep their distance, so that nothing is sent in a heap', () => {
    const { told, run } = play([120, 120, 129, 130, 149, 150]);
    expect(told).toEqual(['120: 1/1', '130: 1/2', '150: 1/3']);
    expect(findDue(run, POLICY)).toBe(210 * MIN);
  });

  it('begin after the time in which an alert may arrive that explains this one', () => {
    const run = startRun(0, 0.5 * MIN);
    expect(play([0, 0.4, 0.5], { run }).told).toEqual(['0.5: 1/1']);
  });

  it('without receivers are followed by the next at once, to the last', () => {
    const { told, run } = play([0, 10], { receivers: () => [] });
    expect(told).toEqual(['0: 1/1', '0: 1/2', '0: 1/3']);
    expect(isUnreached(run, POLICY)).toBe(true);
    expect(isUnreached({ ...run, unreached: true }, POLICY)).toBe(false);
    expect(isUnreached({ ...run, reached: true }, POLICY)).toBe(false);
  });

  it('that are lost are followed by the next at once; one that waits may still arrive', () => {
    const { run } = play([0], { receivers: () => ['a', 'b'] });
    const outcomes = (a: 'LOST' | 'SENT', b: 'LOST' | 'WAITING') =>
      recordOutcomes(
        run,
        new Map<string, 'LOST' | 'SENT' | 'WAITING'>([
          ['a', a],
          ['b', b],
        ]),
      );
    expect(outcomes('LOST', 'WAITING').isLost).toBe(false);
    expect(outcomes('SENT', 'LOST')).toMatchObject({ isLost: false, run: { reached: true, waiting: [] } });
    const lost = outcomes('LOST', 'LOST');
    expect(lost.isLost).toBe(true);
    const next = look(lost.run, POLICY, { now: MIN, held: null, severity: 'ERROR', isLost: true });
    expect(next.telling).toEqual({ cycle: 1, step: 2, again: 0 });
    // The third keeps its time.
    const told = recordTelling(next.run, POLICY, { cycle: 1, step: 2, again: 0 }, ['c'], MIN);
    expect(findDue(told.run, POLICY)).toBe(30 * MIN);
  });

  it('that have reached somebody are not lost when what waits for others fails later', () => {
    const { run } = play([0], { receivers: () => ['a', 'b'] });
    const first = recordOutcomes(
      run,
      new Map([
        ['a', 'SENT'],
        ['b', 'WAITING'],
      ] as const),
    );
    expect(recordOutcomes(first.run, new Map([['b', 'LOST']] as const))).toMatchObject({
      isLost: false,
      run: { reached: true, waiting: [] },
    });
  });
});

describe('a step whose receivers are away', () => {
  const last: Run = {
    ...startRun(0),
    step: 3,
    told_at: 0,
    waiting: ['a', 'b'].map((id) => ({ step: 3, id })),
  };
  const record = (run: Run, a: Outcome, b: Outcome) =>
    recordOutcomes(
      run,
      new Map([
        ['a', a],
        ['b', b],
      ]),
    );

  it('is lost once, when the last of them is', () => {
    const one = record(last, 'AWAY', 'WAITING');
    expect(one.isLost).toBe(false);
    expect(isUnreached(one.run, POLICY)).toBe(false);
    const both = record(one.run, 'AWAY', 'AWAY');
    expect(both.isLost).toBe(true);
    expect(isUnreached(both.run, POLICY)).toBe(true);
    expect(record(both.run, 'AWAY', 'AWAY').isLost).toBe(false);
    expect(record(both.run, 'LOST', 'AWAY').isLost).toBe(false);
  });

  it('reaches somebody if it arrives all the same', () => {
    const { run } = record(last, 'AWAY', 'AWAY');
    const { run: reached, isLost } = record(run, 'SENT', 'AWAY');
    expect(isLost).toBe(false);
    expect(reached).toMatchObject({ reached: true, waiting: [] });
  });
});

describe('a repetition', () => {
  const run: Run = { ...startRun(0), step: 3, told_at: 30 * MIN, waiting: [{ step: 3, id: 'n' }] };
  const again = (before: Run) =>
    look(before, POLICY, { now: 90 * MIN, held: null, severity: 'ERROR', isLost: false });

  it('follows the notice that the steps before it have reached nobody yet', () => {
    const { run: over, telling } = again(run);
    expect(telling).toBeUndefined();
    expect(isUnreached(over, POLICY)).toBe(true);
    expect(again({ ...over, unreached: true }).telling).toEqual({ cycle: 2, step: 1, again: 0 });
  });

  it('begins at once if a step before it has reached somebody', () => {
    expect(again({ ...run, reached: true }).telling).toEqual({ cycle: 2, step: 1, again: 0 });
  });
});

describe('the clock', () => {
  it('stands still while something holds the alert, and then the last step is told again', () => {
    const { told } = play([0, [5, 'SILENCED'], [20, 'SILENCED'], 25, 34, 35, 55]);
    // Noticed at 5, at which the last look was at 0: the clock stood still since then.
    expect(told).toEqual(['0: 1/1', '25: 1/1 again 1', '35: 1/2', '55: 1/3']);
  });

  it('stands still from the time that is known, and through what follows at once', () => {
    const run = { ...play([0]).run, looked_at: 0 };
    const held = look(run, POLICY, {
      now: 6 * MIN,
      held: 'SILENCED',
      since: 4 * MIN,
      severity: 'ERROR',
      isLost: false,
    });
    expect(held.run).toMatchObject({ held: 'SILENCED', held_at: 4 * MIN });
    const { told } = play([[8, 'INHIBITED'], 10, 15, 16], { run: held.run });
    expect(told).toEqual(['10: 1/1 again 1', '16: 1/2']);
  });

  it('goes on with step 1 if none was told', () => {
    expect(play([[0, 'SILENCED'], 7, 16, 17]).told).toEqual(['7: 1/1', '17: 1/2']);
  });

  it('goes on after what an inhibition held back has settled', () => {
    const { told } = play([0, [1, 'INHIBITED'], 5, 9, 10], { settleMs: 5 * MIN });
    expect(told).toEqual(['0: 1/1', '10: 1/1 again 1']);
    expect(play([0, [1, 'INHIBITED'], 5, [7, 'INHIBITED'], 10, 12, 15], { settleMs: 5 * MIN }).told).toEqual([
      '0: 1/1',
      '15: 1/1 again 1',
    ]);
  });

  it('that was put back moves what was stored before with it', () => {
    const { run } = play([0, 10]);
    const back = look(run, POLICY, { now: -50 * MIN, held: null, severity: 'ERROR', isLost: false });
    expect(findDue(back.run, POLICY)).toBe(-30 * MIN);
  });
});

describe('an acknowledgement', () => {
  const acknowledged = () => acknowledgeRun(play([0]).run, POLICY, 'ERROR', 3 * MIN);

  it('stops all steps, and the last is told again when it has ended', () => {
    const run = acknowledged();
    expect(run).toMatchObject({ held: 'ACKNOWLEDGED', held_at: 3 * MIN, waiting: [] });
    expect(findDue(run, POLICY)).toBeNull();
    expect(play([[90, 'ACKNOWLEDGED'], 103, 110], { run }).told).toEqual(['103: 1/1 again 1', '110: 1/2']);
  });

  it('is no longer enough for a worse alert, which begins again at step 1', () => {
    const run = acknowledged();
    expect(restartRun(run, 'ERROR', 9 * MIN)).toBeUndefined();
    expect(restartRun(run, 'WARNING', 9 * MIN)).toBeUndefined();
    const restarted = restartRun(run, 'CRITICAL', 9 * MIN);
    expect(play([9, 19], { run: restarted }).told).toEqual(['9: 2/1', '19: 2/2']);
    expect(restartRun(play([0]).run, 'CRITICAL', MIN)).toBeUndefined();
  });

  it('stops nothing until the alert is resolved, if the policy says so', () => {
    const policy = { ...POLICY, until: 'RESOLVED' as const };
    expect(acknowledgeRun(startRun(0), policy, 'ERROR', 0)).toEqual(startRun(0));
  });
});
