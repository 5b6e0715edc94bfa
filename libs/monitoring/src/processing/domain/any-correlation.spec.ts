import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { alarm } from '../../../test/alarms.js';
import { AlertMemory } from '../../../test/alert-memory.js';
import { CorrelationOracle } from '../../../test/correlation-oracle.js';
import type { Alarm } from './alarm.js';

const BASE = Date.UTC(2026, 10, 20, 10);
const at = (minute: number) => new Date(BASE + Math.round(minute * 60_000));

const step = fc.record({
  event_type: fc.constantFrom('ALERT' as const, 'ALERT' as const, 'RECOVERY' as const),
  severity: fc.constantFrom('CRITICAL' as const, 'WARNING' as const),
  /** In minutes. A start for a firing, and an end or none for a recovery. */
  time: fc.nat(5),
  startOfRecovery: fc.option(fc.nat(5)),
  hasEnd: fc.boolean(),
  waits: fc.constantFrom(0.25, 0.5, 1, 1.25, 3, 7),
  /** Whether the sender sends the previous alarm again instead. */
  retry: fc.boolean(),
  cut: fc.boolean(),
  /** Whether the worker looks for due firings before it. */
  sweeps: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** @param kind the kind of the times of firings. Ends are half a minute later than starts of the same number. */
function alarmsOf(steps: readonly Step[], kind: 'start' | 'change'): readonly Alarm[] {
  let minute = 10;
  let last: Partial<Alarm> | undefined;
  return steps.map(({ event_type, severity, time, startOfRecovery, hasEnd, waits, retry }) => {
    minute += waits;
    const said: Partial<Alarm> =
      event_type === 'RECOVERY'
        ? {
            occurred_at: hasEnd ? at(time + 0.5) : null,
            started_at: startOfRecovery === null ? null : at(startOfRecovery),
          }
        : { occurred_at: at(time), occurred_at_is: kind };
    last =
      retry && last
        ? last
        : { ...said, event_type, severity, raw_data: `"${event_type} ${severity} ${time}"` };
    return alarm({ ...last, created_at: at(minute) });
  });
}

const steps = fc.array(step, { minLength: 1, maxLength: 14 });

it.each(['start', 'change'] as const)(
  'the state of a key is that of the rule, whatever it is sent, in any batches (time of %s)',
  (kind) => {
    fc.assert(
      fc.property(steps, fc.nat(10), (all, rest) => {
        const oracle = new CorrelationOracle();
        const memory = new AlertMemory();
        let batch: Alarm[] = [];
        const alarms = alarmsOf(all, kind);
        for (const [index, one] of alarms.entries()) {
          if (all[index]?.sweeps) {
            memory.process(batch);
            batch = [];
            memory.openDueHolds(one.created_at);
          }
          oracle.hear(one);
          batch.push(one);
          if (!all[index]?.cut) continue;
          memory.process(batch);
          batch = [];
          expect(memory.openKeys()).toEqual(oracle.open ? ['disk'] : []);
        }
        memory.process(batch);
        const end = new Date((alarms.at(-1)?.created_at ?? at(0)).getTime() + rest * 60_000);
        memory.openDueHolds(end);
        oracle.elapse(end.getTime());
        expect(memory.openKeys()).toEqual(oracle.open ? ['disk'] : []);
        expect(memory.openStates()).toHaveLength(oracle.open ? 1 : 0);
        expect(memory.transitions.filter(({ kind: each }) => each === 'opened')).toHaveLength(oracle.opened);
        const counts = memory.alerts.map(({ event_count, duplicate_count }) => event_count + duplicate_count);
        const held = memory.events.size - alarms.filter(({ event_id }) => memory.events.has(event_id)).length;
        expect(counts.reduce((sum, one) => sum + one, 0)).toBe(alarms.length + held);
      }),
      { numRuns: scaled(1_500) },
    );
  },
);
