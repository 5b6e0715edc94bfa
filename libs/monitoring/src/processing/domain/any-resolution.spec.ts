import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { alarm } from '../../../test/alarms.js';
import { AlertMemory } from '../../../test/alert-memory.js';
import type { Alarm } from './alarm.js';

const BASE = Date.UTC(2026, 10, 20, 10);
const at = (minute: number) => new Date(BASE + Math.round(minute * 60_000));

const step = fc.record({
  event_type: fc.constantFrom('ALERT' as const, 'ALERT' as const, 'RECOVERY' as const),
  severity: fc.constantFrom('CRITICAL' as const, 'WARNING' as const),
  /** Minutes before its arrival at which the problem began or changed; `null`: the sender states no time. */
  ago: fc.option(fc.nat(4)),
  waits: fc.constantFrom(0.25, 0.5, 1, 3, 7),
  /** The number of alarms that overtake it. */
  delay: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(4)),
  cut: fc.boolean(),
  resolves: fc.option(fc.constantFrom(0, 3, 10)),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function alarmsOf(steps: readonly Step[], kind: 'start' | 'change'): readonly Alarm[] {
  let minute = 10;
  return steps.map(({ event_type, severity, ago, waits }) => {
    minute += waits;
    const isSince = event_type === 'ALERT' && kind === 'start';
    return alarm({
      ...{ event_type, severity, created_at: at(minute), raw_data: `"${event_type} ${severity}"` },
      occurred_at: ago === null ? null : at(isSince ? ago * 10 : minute - ago - 0.1),
      occurred_at_is: isSince ? 'start' : 'change',
    });
  });
}

it.each(['start', 'change'] as const)(
  'what a user resolves stays so, and each alarm is counted once, and a replay opens nothing, whatever is late (time of %s)',
  { timeout: 60_000 },
  (kind) => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), (steps) => {
        const alarms = alarmsOf(steps, kind);
        const memory = new AlertMemory();
        const resolved = new Set<string>();
        const expectResolved = () => {
          for (const { alert_id, open } of memory.alerts)
            if (resolved.has(alert_id)) expect(open, 'a resolved alert').toBe(false);
          expect(memory.openStates()).toHaveLength(memory.openKeys().length);
        };
        let batch: Alarm[] = [];
        let newest = at(0);
        const process = () => {
          const isLate = batch.some(({ late }) => late);
          memory.process(isLate ? batch.toSorted((a, b) => +a.created_at - +b.created_at) : batch);
          batch = [];
          expectResolved();
        };
        const order = [...alarms.keys()].toSorted(
          (a, b) => a + (steps[a]?.delay ?? 0) - (b + (steps[b]?.delay ?? 0)) || a - b,
        );
        for (const index of order) {
          const one = alarms[index] as Alarm;
          const isOvertaken = one.created_at < newest;
          batch.push(isOvertaken ? { ...one, late: true } : one);
          if (one.created_at > newest) newest = one.created_at;
          const { cut, resolves = null } = steps[index] ?? {};
          if (!cut && resolves === null) continue;
          process();
          const open = memory.alerts.find((each) => each.open);
          if (resolves === null || open === undefined) continue;
          memory.resolve('disk', new Date(+newest + 1_000), resolves * 60);
          resolved.add(open.alert_id);
          expectResolved();
        }
        process();
        memory.openDueHolds(at(1_000));
        expectResolved();
        const counts = memory.alerts.map(({ event_count, duplicate_count }) => event_count + duplicate_count);
        const held = memory.events.size - alarms.filter(({ event_id }) => memory.events.has(event_id)).length;
        expect(counts.reduce((sum, one) => sum + one, 0)).toBe(alarms.length + held);

        const opened = new Set(memory.alerts.flatMap(({ alert_id, open }) => (open ? [alert_id] : [])));
        const toldCount = memory.transitions.length;
        const replayPosition = { index: 0, indexByEventId: new Map<string, number>() };
        memory.process(
          alarms.flatMap((one) =>
            memory.events.has(one.event_id) ? [{ ...one, late: true, replayPosition }] : [],
          ),
        );
        memory.openDueHolds(at(2_000));
        // A replay opens nothing.
        expect(memory.alerts.filter(({ alert_id, open }) => open && !opened.has(alert_id))).toEqual([]);
        const told = memory.transitions.slice(toldCount).map(({ kind: each }) => each);
        expect(told.filter((each) => each === 'opened' || each === 'reopened')).toEqual([]);
        expectResolved();
      }),
      { numRuns: scaled(1_500) },
    );
  },
);
