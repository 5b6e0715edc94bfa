import { describe, expect, it } from 'vitest';
import { alarm } from '../../../test/alarms.js';
import { AlertMemory } from '../../../test/alert-memory.js';
import type { Alarm } from './alarm.js';

const BASE = Date.UTC(2026, 10, 20, 10);
const at = (minute: number) => new Date(BASE + minute * 60_000);
const QUIET_MINUTES = 60;

/** A sender that repeats the start, one that states the time of each change, and one that states none. */
const SENDERS = {
  start: { occurred_at: at(0), occurred_at_is: 'start' },
  change: { occurred_at: at(0), occurred_at_is: 'change' },
  none: { occurred_at: null },
} as const satisfies Record<string, Partial<Alarm>>;

function resolvedAt(minute: number, given: Partial<Alarm> = {}): AlertMemory {
  const memory = new AlertMemory();
  memory.process([alarm({ created_at: at(1), ...given })]);
  memory.resolve('disk', at(minute), QUIET_MINUTES * 60);
  return memory;
}
const firing = (minute: number, given: Partial<Alarm> = {}) => alarm({ created_at: at(minute), ...given });
const recovery = (minute: number, given: Partial<Alarm> = {}) =>
  firing(minute, { event_type: 'RECOVERY', severity: 'INFO', ...given });
const told = (memory: AlertMemory) => memory.transitions.map(({ kind }) => kind);
const counts = ({ alerts }: AlertMemory) =>
  alerts.map(({ event_count, duplicate_count }) => event_count + duplicate_count);

describe.each(Object.entries(SENDERS))(
  'after a user has resolved an alert (time of firings: %s)',
  (_, time) => {
    it('counts repeats on it, and opens nothing', () => {
      const memory = resolvedAt(10, time);
      memory.process([firing(11, time), firing(30, time), firing(69, time)]);
      expect(told(memory)).toEqual(['opened']);
      expect(counts(memory)).toEqual([4]);
      expect(memory.openStates()).toEqual([]);
      expect(memory.alerts[0]).toMatchObject({ open: false, resolved_at: at(10), quiet_until: at(70) });
    });

    it('opens another by the first repeat after the quiet time, whose repeats are counted there', () => {
      const memory = resolvedAt(10, time);
      memory.process([firing(69, time), firing(70, time), firing(72, time)]);
      expect(told(memory)).toEqual(['opened', 'opened']);
      expect(counts(memory)).toEqual([2, 2]);
      expect(memory.openKeys()).toEqual(['disk']);
    });

    it('opens another by a repeat that is worse than the alert was', () => {
      const memory = resolvedAt(10, { ...time, severity: 'WARNING' });
      memory.process([
        firing(12, { ...time, severity: 'INFO' }),
        firing(13, { ...time, severity: 'WARNING' }),
        firing(14, { ...time, severity: 'ERROR' }),
      ]);
      expect(told(memory)).toEqual(['opened', 'opened']);
      expect(counts(memory)).toEqual([3, 1]);
      expect(memory.alerts[0]).toMatchObject({ open: false, quiet_until: at(14), last_received_at: at(13) });
    });

    it('ends the quiet time by a recovery, which tells nobody', () => {
      const memory = resolvedAt(10, time);
      memory.process([recovery(20)]);
      expect(told(memory)).toEqual(['opened']);
      expect(memory.alerts[0]).toMatchObject({ open: false, resolved_at: at(10), quiet_until: at(20) });
      memory.process([firing(30, { ...time, occurred_at: time.occurred_at && at(29) })]);
      expect(told(memory)).toEqual(['opened', 'opened']);
    });

    it('counts an alarm that had arrived before, but was processed later', () => {
      const memory = resolvedAt(10, time);
      memory.process([firing(9, time)]);
      expect([told(memory), counts(memory)]).toEqual([['opened'], [2]]);
    });

    it('opens nothing by a replay of what arrived before or in the quiet time', () => {
      const memory = resolvedAt(10, time);
      const all = [firing(2, time), firing(12, time), firing(69, time)];
      memory.process([all[1] as Alarm]);
      const replayPosition = { index: 0, indexByEventId: new Map<string, number>() };
      memory.process(all.map((one) => ({ ...one, late: true, replayPosition })));
      expect(told(memory)).toEqual(['opened']);
      expect(memory.openStates()).toEqual([]);
    });

    it('opens at the next repeat if there is no quiet time', () => {
      const memory = new AlertMemory();
      memory.process([firing(1, time)]);
      memory.resolve('disk', at(10), 0);
      memory.process([firing(11, time)]);
      expect(told(memory)).toEqual(['opened', 'opened']);
    });
  },
);

describe('after a user has resolved an alert', () => {
  it('opens another by a newer start, but not by an older one', () => {
    const memory = resolvedAt(10, SENDERS.start);
    memory.process([firing(11, { ...SENDERS.start, occurred_at: at(-30) })]);
    expect(told(memory)).toEqual(['opened']);
    memory.process([firing(12, SENDERS.start)]);
    expect(told(memory)).toEqual(['opened']);
    memory.process([firing(13, { ...SENDERS.start, occurred_at: at(12) })]);
    expect(told(memory)).toEqual(['opened', 'opened']);
  });

  it('takes a start from after the resolution as newer if the alert had none', () => {
    const memory = resolvedAt(10);
    memory.process([firing(12, SENDERS.start)]);
    expect(told(memory)).toEqual(['opened']);
    memory.process([firing(14, { ...SENDERS.start, occurred_at: at(13) })]);
    expect(told(memory)).toEqual(['opened', 'opened']);
  });

  it('counts the repeats of an alert that a held firing has opened, and closes by its recovery', () => {
    const end = { occurred_at: at(4), started_at: at(0) };
    const memory = new AlertMemory();
    memory.process([firing(1, SENDERS.start), recovery(5, end), firing(12, SENDERS.start)]);
    expect(memory.openKeys()).toEqual(['disk']);
    memory.resolve('disk', at(20), 3_600);
    memory.process([firing(25, SENDERS.start)]);
    expect(counts(memory)).toEqual([2, 2]);
    memory.process([recovery(30, { occurred_at: at(29), started_at: at(0) })]);
    expect(told(memory)).toEqual(['opened', 'resolved', 'opened']);
    expect(memory.alerts[1]?.quiet_until).toEqual(at(30));
  });

  it('holds a firing with the old start after the recovery, and then opens', () => {
    const memory = resolvedAt(10, SENDERS.start);
    memory.process([recovery(20, { occurred_at: at(19), started_at: at(0) }), firing(21, SENDERS.start)]);
    expect(told(memory)).toEqual(['opened']);
    memory.openDueHolds(at(30));
    expect(told(memory)).toEqual(['opened', 'opened']);
  });

  it('does not take a recovery that is sent again for one of this alert', () => {
    const memory = new AlertMemory();
    const end = { occurred_at: at(4) };
    memory.process([firing(1, SENDERS.change), recovery(5, end)]);
    memory.process([firing(6, { ...SENDERS.change, occurred_at: at(6) })]);
    memory.resolve('disk', at(10), 3_600);
    memory.process([recovery(11, end), firing(12, { ...SENDERS.change, occurred_at: at(11) })]);
    expect(told(memory)).toEqual(['opened', 'resolved', 'opened']);
  });

  it('ends the quiet time by a late recovery that is the newest of the sender', () => {
    const memory = resolvedAt(10, SENDERS.none);
    memory.process([recovery(8, { late: true })]);
    expect(memory.alerts[0]).toMatchObject({ open: false, quiet_until: at(10) });
    memory.process([firing(12, SENDERS.none)]);
    expect(told(memory)).toEqual(['opened', 'opened']);
  });

  it('counts late alarms from before the resolution, whatever they repeat', () => {
    const memory = resolvedAt(10, { ...SENDERS.start, severity: 'WARNING' });
    memory.process([firing(20, { ...SENDERS.start, severity: 'WARNING' })]);
    memory.process([firing(9, { ...SENDERS.start, severity: 'WARNING', late: true })]);
    memory.process([firing(0.5, { ...SENDERS.start, severity: 'WARNING', late: true })]);
    expect([told(memory), counts(memory)]).toEqual([['opened'], [4]]);
    expect(memory.openStates()).toEqual([]);
  });

  it('counts openings for flapping, and says so', () => {
    const memory = new AlertMemory({ count: 2, window: 3_600 });
    memory.process([firing(1)]);
    memory.resolve('disk', at(2), 0);
    memory.process([firing(3)]);
    expect(told(memory)).toEqual(['opened', 'opened', 'flapping']);
  });
});
