import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alarm } from '../../../test/alarms.js';
import type { Alarm, AlarmState } from './alarm.js';
import { correlate } from './correlate.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));
const fires = (minute: number, more: Partial<Alarm> = {}) =>
  alarm({ created_at: at(minute), occurred_at: at(minute), ...more });
const recovers = (minute: number, more: Partial<Alarm> = {}) =>
  fires(minute, { event_type: 'RECOVERY', ...more });
const run = (alarms: Alarm[], known = new Map<string, AlarmState>()) =>
  correlate({ states: known, spans: new Map() }, alarms, { deduplicate: true, flap: null });

describe('an alert', () => {
  it('opens with an ALERT, includes further alarms, and closes with the RECOVERY', () => {
    const { events, alerts } = run([fires(0), fires(1), recovers(2)]);
    expect(new Set(events.map(({ alert_id }) => alert_id)).size).toBe(1);
    expect(alerts).toMatchObject([{ open: false, event_count: 3, resolved_at: at(2), opened_at: at(0) }]);
  });

  it('is a new one if an ALERT follows the RECOVERY', () => {
    const { events, alerts } = run([fires(0), recovers(1), fires(2)]);
    expect(events[2]?.alert_id).not.toBe(events[0]?.alert_id);
    expect(alerts.map(({ open }) => open)).toEqual([false, true]);
  });

  it('shows the last alarm that is not a RECOVERY', () => {
    const { alerts } = run([fires(0), fires(1, { title: 'Disk fuller' }), recovers(2, { title: 'Fine' })]);
    expect(alerts[0]?.face?.title).toBe('Disk fuller');
  });

  it('contains only alarms of its event key', () => {
    const { alerts } = run([fires(0), fires(0, { event_key: 'cpu' }), recovers(1)]);
    expect(alerts.map(({ event_key, open }) => [event_key, open])).toEqual([
      ['disk', false],
      ['cpu', true],
    ]);
  });

  it('continues from the stored state', () => {
    const before = run([fires(0)]);
    const after = run([recovers(1)], new Map(before.states));
    expect(after.alerts).toMatchObject([
      { alert_id: before.alerts[0]?.alert_id, open: false, event_count: 1 },
    ]);
  });

  it('has the same id whenever the same alarms are folded again', () => {
    const alarms = [fires(0), recovers(1)];
    expect(run(alarms)).toEqual(run(alarms));
  });
});

describe('a RECOVERY with nothing open', () => {
  it('joins the last alert of its key', () => {
    const { events, alerts } = run([fires(0), recovers(1), recovers(2)]);
    expect(events[2]?.alert_id).toBe(events[0]?.alert_id);
    expect(alerts).toMatchObject([{ open: false, event_count: 3, resolved_at: at(1) }]);
  });

  it('creates a resolved alert if its key has none, which later ones join', () => {
    const { alerts } = run([recovers(0), recovers(1)]);
    expect(alerts).toMatchObject([{ open: false, event_count: 2, resolved_at: at(0) }]);
  });
});

describe('a repeat', () => {
  it('is counted and makes no second event', () => {
    const first = fires(0);
    const again = fires(3, { occurred_at: at(0) });
    const { events, alerts, duplicates } = run([first, again]);
    expect(events).toHaveLength(1);
    expect(alerts).toMatchObject([{ event_count: 1, duplicate_count: 1, last_received_at: at(3) }]);
    expect(duplicates.get(again.event_id)).toBe(first.event_id);
  });

  it('that is late does not open the alert again', () => {
    const { alerts } = run([fires(0), recovers(1), fires(2, { occurred_at: at(0) })]);
    expect(alerts).toMatchObject([{ open: false, duplicate_count: 1 }]);
  });

  it("without a sender's time is recognised for five minutes", () => {
    const untimed = (minute: number) => fires(minute, { occurred_at: null });
    expect(run([untimed(0), untimed(5)]).events).toHaveLength(1);
    expect(run([untimed(0), untimed(6)]).events).toHaveLength(2);
  });

  it("without a sender's time opens a new alert after the RECOVERY", () => {
    const untimed = fires(0, { occurred_at: null });
    const { alerts } = run([
      untimed,
      recovers(1),
      { ...untimed, event_id: alarm().event_id, created_at: at(2) },
    ]);
    expect(alerts.map(({ open }) => open)).toEqual([false, true]);
  });

  it('is stored as an event if deduplication is off', () => {
    const { events } = correlate(
      { states: new Map(), spans: new Map() },
      [fires(0), fires(1, { occurred_at: at(0) })],
      { deduplicate: false, flap: null },
    );
    expect(events).toHaveLength(2);
  });
});

it('correlating in any batches gives the same result as in one batch', () => {
  const step = fc.record({
    event_key: fc.constantFrom('a', 'b'),
    event_type: fc.constantFrom('ALERT' as const, 'RECOVERY' as const, 'ERROR' as const),
    minute: fc.nat(3),
    cut: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const alarms = steps.map(({ minute, event_key, event_type }, index) =>
        alarm({ event_key, event_type, occurred_at: at(minute), created_at: at(index) }),
      );
      const whole = run(alarms);
      let states = new Map<string, AlarmState>();
      const events = [];
      let portion: Alarm[] = [];
      for (const [index, one] of alarms.entries()) {
        portion.push(one);
        if (!steps[index]?.cut && index < alarms.length - 1) continue;
        const part = run(portion, states);
        events.push(...part.events);
        states = new Map([...states, ...part.states]);
        portion = [];
      }
      expect(events).toEqual(whole.events);
      expect(states).toEqual(new Map(whole.states));
    }),
  );
});
