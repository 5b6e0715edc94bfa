import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { alarm } from '../../../test/alarms.js';
import { AlertMemory } from '../../../test/alert-memory.js';
import type { Alarm } from './alarm.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));
const fires = (second: number, more: Partial<Alarm> = {}) =>
  alarm({ created_at: at(second), occurred_at: at(second), title: `fires ${second}`, ...more });
const recovers = (second: number, more: Partial<Alarm> = {}) =>
  fires(second, { event_type: 'RECOVERY', ...more });
const late = (one: Alarm): Alarm => ({ ...one, late: true });

/** Processes each batch in its own transaction. */
function run(...batches: Alarm[][]): AlertMemory {
  const memory = new AlertMemory();
  for (const batch of batches) memory.process(batch);
  return memory;
}

describe('a late ALERT', () => {
  it('before a RECOVERY that was alone joins the closed alert and moves its opening back', () => {
    const { alerts } = run([recovers(5)], [late(fires(1))]);
    expect(alerts).toMatchObject([
      { open: false, opened_at: at(1), resolved_at: at(5), event_count: 2, face: { title: 'fires 1' } },
    ]);
  });

  it('within an alert joins it, and sets the title only if no newer ALERT does', () => {
    const { alerts } = run([fires(0), fires(2), recovers(5)], [late(fires(1))]);
    expect(alerts).toMatchObject([{ open: false, event_count: 4, face: { title: 'fires 2' } }]);
    expect(run([fires(0), recovers(5)], [late(fires(1))]).alerts[0]?.face?.title).toBe('fires 1');
  });

  it('between two alerts joins the later one', () => {
    const { alerts } = run([fires(0), recovers(1), fires(5)], [late(fires(3))]);
    expect(alerts).toMatchObject([
      { open: false, opened_at: at(0), event_count: 2 },
      { open: true, opened_at: at(3), event_count: 2 },
    ]);
  });

  it('of an earlier alert leaves the newer ones alone', () => {
    const { alerts } = run([fires(0), recovers(4), fires(5)], [late(fires(2))]);
    expect(alerts).toMatchObject([
      { open: false, event_count: 3 },
      { open: true, event_count: 1 },
    ]);
  });

  it('opens an alert if it is the newest alarm', () => {
    expect(run([fires(0), recovers(1)], [late(fires(2))]).alerts.map(({ open }) => open)).toEqual([
      false,
      true,
    ]);
  });
});

describe('a late RECOVERY', () => {
  it('closes the alert if it is the newest alarm', () => {
    expect(run([fires(0)], [late(recovers(1))]).alerts).toMatchObject([{ open: false, resolved_at: at(1) }]);
  });

  it('does not close an alert that fired after it', () => {
    expect(run([fires(0), fires(2)], [late(recovers(1))]).alerts).toMatchObject([
      { open: true, resolved_at: null },
    ]);
  });

  it('before all alerts creates a resolved alert, which an earlier RECOVERY joins', () => {
    const { alerts } = run([fires(5)], [late(recovers(2))], [late(recovers(1))]);
    expect(alerts).toMatchObject([
      { open: true, opened_at: at(5), event_count: 1 },
      { open: false, opened_at: at(1), resolved_at: at(1), event_count: 2 },
    ]);
  });
});

describe('a late repeat', () => {
  it('is counted', () => {
    const first = fires(0);
    const { alerts, duplicates } = run([first, recovers(5)], [late(fires(1, { occurred_at: at(0) }))]);
    expect(alerts).toMatchObject([{ open: false, event_count: 2, duplicate_count: 1 }]);
    expect([...duplicates.values()]).toEqual([first.event_id]);
  });

  it('that proves a newer alarm to be a repeat leaves no alert open', () => {
    const { alerts } = run([recovers(1)], [fires(2, { occurred_at: at(0) })], [late(fires(0))]);
    expect(alerts.filter(({ open }) => open)).toEqual([]);
  });

  it('of a RECOVERY reopens the alert if an ALERT followed the original RECOVERY', () => {
    const resent = recovers(5, { occurred_at: at(1) });
    expect(run([fires(0), fires(3), resent], [late(recovers(1))]).alerts).toMatchObject([
      { open: true, resolved_at: null },
    ]);
  });

  it('is neither stored nor counted again if it is the identical alarm', () => {
    const one = fires(1);
    const { alerts } = run([fires(0), one, recovers(5)], [late(one)]);
    expect(alerts).toMatchObject([{ event_count: 3, duplicate_count: 0 }]);
  });
});

describe('alarms of one late delivery', () => {
  it('keep the order of the delivery, although they arrived at the same time', () => {
    const body = [fires(1), recovers(2), fires(3), recovers(4)];
    const { alerts } = run(body.map((one) => late({ ...one, created_at: at(9) })));
    expect(alerts).toMatchObject([
      { open: false, event_count: 2 },
      { open: false, event_count: 2 },
    ]);
  });

  it('keep the order of the delivery, although some of them created events before', () => {
    const [fire, recovery] = [fires(1, { created_at: at(9) }), recovers(2, { created_at: at(9) })];
    const made = (one: Alarm, index: number) => new Map([[one.event_id, index]]);
    expect(
      run([fire], [late({ ...recovery, replayPosition: { index: 1, indexByEventId: made(fire, 0) } })])
        .alerts,
    ).toMatchObject([{ open: false, resolved_at: at(9), event_count: 2 }]);
    expect(
      run([recovery], [late({ ...fire, replayPosition: { index: 0, indexByEventId: made(recovery, 1) } })])
        .alerts,
    ).toMatchObject([{ open: false, event_count: 2 }]);
  });
});

/** Fits into the repeats that are kept of a key. */
const MOST = 15;
const event_type = fc.constantFrom('ALERT' as const, 'RECOVERY' as const, 'ERROR' as const);
/** Keys whose alarms have times that contradict the arrivals. Alarms of other keys are in the order of arrival. */
const UNORDERED = ['a', 'b'];
type Occurred = number | 'now' | 'again' | null;
interface Said {
  readonly event_key: string;
  readonly event_type: Alarm['event_type'];
  readonly occurred: Occurred;
}
const said = (again: fc.Arbitrary<Occurred>): fc.Arbitrary<Said> =>
  fc.oneof(
    fc.record({ event_key: fc.constantFrom(...UNORDERED), event_type, occurred: fc.nat(5) }),
    fc.record({ event_key: fc.constantFrom('c', 'd'), event_type, occurred: again }),
  );
const steps = fc.array(
  fc.record({
    /** Several alarms of one delivery all have times: nothing else tells which of them is a repeat. */
    body: fc.oneof(
      fc.array(said(fc.constantFrom('now', 'again', null)), { minLength: 1, maxLength: 1 }),
      fc.array(said(fc.constantFrom('now', 'again')), { minLength: 2, maxLength: 3 }),
    ),
    /** The number of deliveries that overtake it. */
    delay: fc.oneof(fc.constant(0), fc.nat(12)),
    cut: fc.boolean(),
  }),
  { maxLength: MOST },
);

const spoken = (event_type: Said['event_type'], occurred: Occurred, delay: number) => ({
  ...{ body: [{ event_key: 'd', event_type, occurred }], delay, cut: false },
});
/** An end that was sent three times, of which the last was processed first, between the repeats of an alarm. */
const LATE_ENDS = [
  spoken('RECOVERY', 'now', 5),
  spoken('ALERT', null, 0),
  spoken('RECOVERY', 'again', 3),
  spoken('ALERT', null, 0),
  spoken('RECOVERY', 'again', 0),
];

/** An end that arrived between two equal alarms, was processed after both, and was sent again. */
const RESENT_END = [
  spoken('ALERT', null, 0),
  spoken('RECOVERY', 'now', 2),
  spoken('ALERT', null, 0),
  spoken('RECOVERY', 'again', 0),
];

it('any late alarms end in the same states as the same alarms in order', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const lastOf = new Map<string, Partial<Alarm>>();
      const bodies = all.map(({ body }, second) =>
        body.map(({ occurred, ...given }) => {
          const created_at = at(second);
          if (occurred === null) return alarm({ ...given, created_at });
          // An end and a start are at different times. Alarms with the same time are in the order of their arrival.
          const end = given.event_type === 'RECOVERY' ? 1 : 0;
          if (typeof occurred === 'number')
            return alarm({ ...given, created_at, occurred_at: at(2 * occurred + end) });
          const again = occurred === 'again' ? lastOf.get(given.event_key) : undefined;
          const one = again ?? { ...given, occurred_at: new Date(created_at.getTime() + end) };
          lastOf.set(given.event_key, one);
          return alarm({ ...one, created_at });
        }),
      );
      const alarms = bodies.flat();
      fc.pre(alarms.length <= MOST);
      const order = [...all.keys()].toSorted(
        (a, b) => a + (all[a]?.delay ?? 0) - (b + (all[b]?.delay ?? 0)) || a - b,
      );
      const batches: Alarm[][] = [[]];
      for (const index of order) {
        const body = bodies[index] ?? [];
        batches.at(-1)?.push(...(all[index]?.delay ? body.map(late) : body));
        if (all[index]?.cut) batches.push([]);
      }
      const alone = run(alarms);
      const mixed = run(...batches);

      expect(mixed.openKeys()).toEqual(alone.openKeys());
      expect(mixed.openStates()).toEqual(alone.openStates());
      const seen = mixed.alerts.reduce((sum, each) => sum + each.event_count + each.duplicate_count, 0);
      expect(seen).toBe(alarms.length);
      for (const { opened_at, resolved_at } of mixed.alerts)
        expect((resolved_at ?? opened_at) >= opened_at).toBe(true);

      // A replay of everything changes nothing.
      const before = structuredClone(mixed.alerts);
      mixed.process(alarms.filter(({ event_id }) => mixed.events.has(event_id)).map(late));
      expect(mixed.alerts.map(({ open, event_count }) => [open, event_count])).toEqual(
        before.map(({ open, event_count }) => [open, event_count]),
      );
    }),
    { numRuns: scaled(700), examples: [[[...LATE_ENDS]], [[...RESENT_END]]] },
  );
});
