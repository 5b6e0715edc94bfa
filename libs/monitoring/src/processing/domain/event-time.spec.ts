import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { alarm } from '../../../test/alarms.js';
import { AlertMemory } from '../../../test/alert-memory.js';
import { hashKey, MAX_REPEATS, type Alarm, eventTimeOf, findEventStart, isBefore } from './alarm.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, 0, Math.round(second * 1000)));
const arrives = (second: number, occurred: number | null, more: Partial<Alarm> = {}) =>
  alarm({ created_at: at(second), occurred_at: occurred === null ? null : at(occurred), ...more });
const fires = arrives;
const recovers = (second: number, occurred: number | null, more: Partial<Alarm> = {}) =>
  arrives(second, occurred, { event_type: 'RECOVERY', ...more });

/** Processes each alarm in its own batch, and all in one batch. Both must give the same result. */
function run(...alarms: Alarm[]): AlertMemory {
  const [memory, whole] = [new AlertMemory(), new AlertMemory()];
  for (const one of alarms) memory.process([one]);
  whole.process(alarms);
  expect(whole.alerts.map(({ open, event_count }) => [open, event_count])).toEqual(
    memory.alerts.map(({ open, event_count }) => [open, event_count]),
  );
  return memory;
}

describe('an ALERT that arrives after the RECOVERY which overtook it', () => {
  it('is in the alert that the RECOVERY made, which stays RESOLVED', () => {
    const { alerts } = run(recovers(6, 5), fires(9, 1, { title: 'Down' }));
    expect(alerts).toMatchObject([{ open: false, event_count: 2, face: { title: 'Down' } }]);
    expect(alerts[0]?.resolved_at).toEqual(at(6));
  });

  it('does not reopen the alert that it belongs to', () => {
    expect(run(fires(1, 1), recovers(6, 5), fires(9, 3)).alerts).toMatchObject([
      { open: false, event_count: 3 },
    ]);
  });

  it('joins the alert of its time, even if a newer alert is open', () => {
    const { alerts } = run(fires(1, 1), recovers(6, 5), fires(7, 7), fires(9, 3));
    expect(alerts).toMatchObject([
      { open: false, event_count: 3 },
      { open: true, event_count: 1 },
    ]);
  });

  it('opens a new alert if it is newer than the RECOVERY', () => {
    expect(run(fires(1, 1), recovers(6, 5), fires(9, 6)).alerts.map(({ open }) => open)).toEqual([
      false,
      true,
    ]);
  });

  it('is one event, however often it is resent', () => {
    const { alerts } = run(recovers(6, 5), fires(9, 1), fires(12, 1));
    expect(alerts).toMatchObject([{ open: false, event_count: 2, duplicate_count: 1 }]);
  });

  it('does not replace the title of a newer alarm', () => {
    const { alerts } = run(fires(3, 3, { title: 'Worse' }), fires(5, 1, { title: 'Bad' }));
    expect(alerts).toMatchObject([{ open: true, event_count: 2, face: { title: 'Worse' } }]);
  });
});

describe('a RECOVERY that arrives after the ALERT which overtook it', () => {
  it('does not close the alert', () => {
    expect(run(fires(1, 1), fires(6, 5), recovers(9, 3)).alerts).toMatchObject([
      { open: true, event_count: 3 },
    ]);
  });

  it('creates a resolved alert if none is known before it, which its own ALERT joins', () => {
    expect(run(fires(6, 5), recovers(8, 3), fires(9, 1)).alerts).toMatchObject([
      { open: true, event_count: 1 },
      { open: false, event_count: 2 },
    ]);
  });
});

describe("alarms whose sender's times give no order", () => {
  const openAfter = (...alarms: Alarm[]) => run(...alarms).openKeys().length > 0;
  const DAY = 86_400;

  it('are ordered by arrival if one of the two has no time', () => {
    expect(openAfter(recovers(6, null), fires(9, 1))).toBe(true);
    expect(openAfter(recovers(6, 5), fires(9, null))).toBe(true);
  });

  it('are ordered by arrival if both have the same time', () => {
    expect(openAfter(fires(1, 1), recovers(6, 5), fires(9, 5, { severity: 'WARNING' }))).toBe(true);
    expect(openAfter(fires(1, 5), recovers(6, 5))).toBe(false);
  });

  it('are ordered by arrival if one has whole seconds and the other is within that second', () => {
    expect(openAfter(fires(6, 5.25), recovers(7, 5))).toBe(false);
    expect(openAfter(fires(6, 5.25), recovers(7, 4))).toBe(true);
    expect(openAfter(fires(6, 5.25), recovers(7, 5.1))).toBe(true);
  });

  it('are ordered by arrival if the clock is over a minute ahead of it, or a day behind', () => {
    expect(openAfter(fires(1, 62), recovers(6, 5))).toBe(false);
    expect(openAfter(fires(1, 60), recovers(6, 5))).toBe(true);
    expect(openAfter(recovers(6, 5), fires(9, 8 - DAY))).toBe(true);
    expect(openAfter(recovers(6, 5), fires(9, 10 - DAY))).toBe(false);
  });

  it('are ordered by arrival if a RECOVERY has the start time of its escalated alert', () => {
    expect(openAfter(fires(1, 1), fires(5, 5, { severity: 'WARNING' }), recovers(9, 1))).toBe(false);
    const worse = Array.from({ length: MAX_REPEATS }, (_, n) => fires(5 + n, 5 + n));
    expect(openAfter(fires(1, 1), ...worse, recovers(30, 1))).toBe(false);
  });

  it('are ordered by arrival if the plugin marks the time as that of the start', () => {
    const end = recovers(9, 2, { occurred_at_is: 'start' });
    expect(openAfter(fires(5, 5), end)).toBe(false);
    expect(eventTimeOf(end)).toBeNull();
  });
});

it('isBefore orders two times unless they are within one second and one is a whole second', () => {
  const within = [1, 1.001, 1.999, 2, 2.5].map(at);
  const order = within.map((one) => within.map((other) => Number(isBefore(one, other))).join(''));
  expect(order).toEqual(['00011', '00111', '00011', '00000', '00000']);
});

const story = fc.array(
  fc.record({
    event_key: fc.constantFrom('a', 'b'),
    event_type: fc.constantFrom('ALERT' as const, 'RECOVERY' as const, 'ERROR' as const),
    severity: fc.constantFrom('CRITICAL' as const, 'WARNING' as const),
    /** The time until it arrives: it was rejected, paused, or waited in another process's spool. */
    delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
    /** The response is lost, so that it is sent again. */
    again: fc.option(fc.integer({ min: 0, max: 40 })),
    /** The time from its arrival until it is in the log. */
    spooled: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
    cut: fc.boolean(),
  }),
  { maxLength: MAX_REPEATS },
);

it('the final state follows the order of times, however alarms arrive and are processed', () => {
  fc.assert(
    fc.property(story, (all) => {
      const sent = all.flatMap(({ event_key, event_type, severity, delay, again, spooled, cut }, index) => {
        const said = { event_key, event_type, severity, occurred_at: at(index) };
        return [delay, ...(again === null ? [] : [delay + again])].map((waits) => {
          const created_at = new Date(at(index + waits).getTime() + 250);
          return {
            one: alarm({ ...said, created_at, late: spooled > 0 }),
            seen: index + waits + spooled,
            cut,
          };
        });
      });
      const batches: Alarm[][] = [[]];
      for (const { one, cut } of sent.toSorted((a, b) => a.seen - b.seen)) {
        batches.at(-1)?.push(one);
        if (cut) batches.push([]);
      }
      const memory = new AlertMemory();
      for (const batch of batches) memory.process(batch);

      for (const key of new Set(all.map(({ event_key }) => event_key))) {
        const last = all.findLast(({ event_key }) => event_key === key);
        const open = last?.event_type !== 'RECOVERY';
        expect([key, memory.openKeys().filter((each) => each === key)]).toEqual([key, open ? [key] : []]);
        expect([key, memory.states.get(hashKey(key))?.open]).toEqual([key, open]);
      }
      expect(memory.events.size).toBe(all.length);
      expect(memory.duplicates.size).toBe(sent.length - all.length);
      for (const { opened_at, resolved_at, open } of memory.alerts)
        expect([open, (resolved_at ?? opened_at) >= opened_at]).toEqual([resolved_at === null, true]);

      // A replay of everything changes nothing.
      const before = memory.alerts.map(({ open, event_count }) => [open, event_count]);
      const made = sent.flatMap(({ one }) =>
        memory.events.has(one.event_id) ? [{ ...one, late: true }] : [],
      );
      memory.process(made);
      expect(memory.alerts.map(({ open, event_count }) => [open, event_count])).toEqual(before);
    }),
    { numRuns: scaled(700) },
  );
});

describe('the start of the problem', () => {
  const at = new Date('2026-11-20T10:00:00.000Z');
  const start = new Date('2026-11-20T09:00:00.000Z');
  it.each([
    ['an alarm', { occurred_at: start }, start],
    ['an alarm without a time', {}, at],
    ['a recovery', { event_type: 'RECOVERY', occurred_at: at, started_at: start }, start],
    [
      'a recovery with the time of the start',
      { event_type: 'RECOVERY', occurred_at: start, occurred_at_is: 'start' },
      start,
    ],
    ['a recovery that says only its end', { event_type: 'RECOVERY', occurred_at: at }, null],
  ] as const)('is known of %s', (_, event, expected) => {
    expect(findEventStart(alarm(event), at)).toEqual(expected);
  });
});
