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
  /** Whether a user resolves the alert before it, if one is open, and for how many minutes repeats open nothing. */
  resolves: fc.option(fc.constantFrom(0, 0.5, 3, 10)),
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
  'the state of a key is that of the rule, whatever it is sent and users resolve, in any batches (time of %s)',
  { timeout: 60_000 },
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
          const resolves = all[index]?.resolves ?? null;
          if (resolves !== null) {
            memory.process(batch);
            batch = [];
            memory.openDueHolds(one.created_at);
            oracle.elapse(one.created_at.getTime());
            const severity = memory.resolve('disk', one.created_at, resolves * 60);
            if (severity !== undefined) oracle.resolve(one.created_at.getTime(), resolves * 60, severity);
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

/** A sender that repeats a firing with its start until it says that the problem is over, from one or two nodes. */
const spell = fc.record({
  /** In minutes before the recovery. */
  repeats: fc.array(fc.nat(20), { maxLength: 3 }),
  /** In minutes after the recovery, within one minute: the firing of a node that has not heard of it. */
  stragglers: fc.array(fc.constantFrom(0.25, 0.5, 1), { maxLength: 2 }),
  /** In minutes after the recovery, before a firing is due: the recovery of the other node, or the same one again. */
  again: fc.array(fc.constantFrom(4.5, 5, 5.5), { maxLength: 2 }),
  /** In minutes after the recovery: the problem lasts after all, which the sender says once. */
  lasts: fc.option(fc.constantFrom(12, 30)),
});

it(
  'late segments and replays end in the state of the rule for the order of arrival',
  { timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(
        fc.array(spell, { minLength: 1, maxLength: 2 }),
        fc.array(
          fc.record({
            delay: fc.oneof(fc.constant(0), fc.nat(6)),
            cut: fc.boolean(),
            /** For a recovery: it can only be parsed by a replay, after everything else. */
            isQuarantined: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
          }),
          { minLength: 30, maxLength: 30 },
        ),
        (spells, ways) => {
          const alarms = spells
            .flatMap(({ repeats, stragglers, again, lasts }, index) => {
              const [start, end] = [100 * index, 100 * index + 25];
              const firing = (minute: number) =>
                alarm({ created_at: at(minute), occurred_at: at(start), occurred_at_is: 'start' });
              const recovery = (minute: number) =>
                alarm({
                  ...{ created_at: at(minute), occurred_at: at(end - 0.5), started_at: at(start) },
                  ...{ event_type: 'RECOVERY', raw_data: `"${end}"` },
                });
              return [
                ...[0.1, ...repeats.map((minute) => minute + 1)].map((minute) => firing(start + minute)),
                ...[0, ...again].map((minute) => recovery(end + minute)),
                ...stragglers.map((minute) => firing(end + minute)),
                ...(lasts === null ? [] : [firing(end + lasts)]),
              ];
            })
            .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
          const oracle = new CorrelationOracle();
          for (const one of alarms) oracle.hear(one);
          oracle.elapse(at(1_000).getTime());

          // The first firing of a problem is in the log in time: later ones are not yet known to be the same.
          const known = new Set<number | undefined>();
          const isFirst = alarms.map(({ event_type, occurred_at }) => {
            if (event_type === 'RECOVERY' || known.has(occurred_at?.getTime())) return false;
            known.add(occurred_at?.getTime());
            return true;
          });
          const inTime = { delay: 0, cut: true, isQuarantined: false };
          const wayOf = (index: number) => (isFirst[index] ? inTime : (ways[index] ?? inTime));
          const isQuarantined = (index: number) =>
            alarms[index]?.event_type === 'RECOVERY' && wayOf(index).isQuarantined;
          const order = [...alarms.keys()]
            .filter((index) => !isQuarantined(index))
            .toSorted((a, b) => a + wayOf(a).delay - (b + wayOf(b).delay) || a - b);
          const batches: Alarm[][] = [[]];
          for (const index of order) {
            const one = alarms[index] as Alarm;
            batches.at(-1)?.push(wayOf(index).delay > 0 ? { ...one, late: true } : one);
            if (wayOf(index).cut) batches.push([]);
          }
          const memory = new AlertMemory();
          for (const batch of batches)
            memory.process(
              batch.some(({ late }) => late)
                ? batch.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
                : batch,
            );
          memory.openDueHolds(at(1_000));
          const replayPosition = { index: 0, indexByEventId: new Map<string, number>() };
          for (const [index, one] of alarms.entries())
            if (isQuarantined(index)) memory.process([{ ...one, late: true, replayPosition }]);
          expect(memory.openKeys()).toEqual(oracle.open ? ['disk'] : []);
          expect(memory.openStates()).toHaveLength(oracle.open ? 1 : 0);

          // A replay of everything that made an event changes nothing.
          const before = memory.alerts.map(({ open, event_count }) => [open, event_count]);
          memory.process(
            alarms.flatMap((one) =>
              memory.events.has(one.event_id) ? [{ ...one, late: true, replayPosition }] : [],
            ),
          );
          memory.openDueHolds(at(2_000));
          expect(memory.alerts.map(({ open, event_count }) => [open, event_count])).toEqual(before);
        },
      ),
      { numRuns: scaled(1_500) },
    );
  },
);
