import { describe, expect, it } from 'vitest';
import { alarm } from '../../../test/alarms.js';
import { AlertMemory } from '../../../test/alert-memory.js';
import { hashKey, type Alarm } from './alarm.js';
import { correlate } from './correlate.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));
/** Repeated with the same start while the problem lasts. */
const fires = (second: number, start: number, more: Partial<Alarm> = {}) =>
  alarm({ created_at: at(second), occurred_at: at(start), occurred_at_is: 'start', ...more });
const recovers = (second: number, end: number | null, more: Partial<Alarm> = {}) =>
  alarm({
    created_at: at(second),
    occurred_at: end === null ? null : at(end),
    event_type: 'RECOVERY',
    raw_data: '"ok"',
    ...more,
  });
const late = (one: Alarm): Alarm => ({ ...one, late: true });
const replayed = (one: Alarm): Alarm => ({
  ...late(one),
  replayPosition: { index: 0, indexByEventId: new Map() },
});

/** Processes the alarms in one batch and one by one, which must give the same. @param now when the worker looks for due firings */
function run(alarms: readonly Alarm[], now?: number): AlertMemory {
  const [memory, whole] = [new AlertMemory(), new AlertMemory()];
  for (const one of alarms) memory.process([one]);
  whole.process(alarms);
  if (now !== undefined) for (const one of [memory, whole]) one.openDueHolds(at(now));
  expect(whole.alerts).toEqual(memory.alerts);
  expect(whole.states).toEqual(memory.states);
  return memory;
}
const statesAfter = (alarms: readonly Alarm[], now?: number) =>
  run(alarms, now).alerts.map(({ open }) => (open ? 'OPEN' : 'RESOLVED'));

const EVENT = '01990000-0000-7000-8000-000000000001';
const [START, END] = [-100, 5];
const past = [fires(0, START), recovers(10, END)];

describe('an alarm that fires with its old start after the recovery', () => {
  it('opens no alert at first, and is a repeat', () => {
    const { alerts, duplicates, states } = run([...past, fires(11, START)]);
    expect(alerts).toMatchObject([{ open: false, event_count: 2, duplicate_count: 1 }]);
    expect(duplicates.size).toBe(1);
    expect(states.get(hashKey('disk'))?.hold?.until).toEqual(at(370));
  });

  it('opens one when it comes again more than a minute later', () => {
    expect(statesAfter([...past, fires(11, START), fires(71, START)])).toEqual(['RESOLVED']);
    expect(statesAfter([...past, fires(11, START), fires(71, START), fires(72, START)])).toEqual([
      'RESOLVED',
      'OPEN',
    ]);
  });

  it('opens one of its severity, six minutes after the recovery, if it does not come again', () => {
    const held = fires(11, START, { severity: 'WARNING', title: 'Fires again' });
    expect(statesAfter([...past, held], 369)).toEqual(['RESOLVED']);
    const { alerts, events } = run([...past, held], 370);
    expect(alerts).toMatchObject([
      { open: false },
      { open: true, opened_at: at(11), event_count: 1, face: { severity: 'WARNING', title: 'Fires again' } },
    ]);
    expect(events.size).toBe(3);
    expect(events.has(held.event_id)).toBe(false);
  });

  it('opens the same alert, whether the next alarm or the worker finds it due', () => {
    const other = alarm({ created_at: at(400), occurred_at: at(399), title: 'Worse' });
    const byAlarm = run([...past, fires(11, START, { event_id: EVENT }), other]);
    const byWorker = new AlertMemory();
    byWorker.process([...past, fires(11, START, { event_id: EVENT })]);
    byWorker.openDueHolds(at(380));
    byWorker.openDueHolds(at(390));
    byWorker.process([other]);
    expect(byWorker.alerts).toMatchObject(byAlarm.alerts.map(({ alert_id, open }) => ({ alert_id, open })));
    expect(byWorker.alerts).toHaveLength(2);
  });

  it('opens one at once if it arrives six minutes after the recovery or later', () => {
    expect(statesAfter([...past, fires(369, START)])).toEqual(['RESOLVED']);
    expect(statesAfter([...past, fires(370, START)])).toEqual(['RESOLVED', 'OPEN']);
  });

  it('opens none if another recovery follows, even the same one again', () => {
    expect(statesAfter([...past, fires(11, START), recovers(300, END)], 400)).toEqual(['RESOLVED']);
    expect(statesAfter([...past, fires(11, START), recovers(300, 290)], 400)).toEqual(['RESOLVED']);
    expect(statesAfter([...past, fires(11, START), recovers(300, null)], 400)).toEqual(['RESOLVED']);
  });

  it('is then a repeat while the new alert is open, and closes with a recovery that has another end', () => {
    const again = [...past, fires(11, START), fires(80, START)];
    const { alerts } = run([...again, fires(90, START), fires(9_000, START)]);
    expect(alerts).toMatchObject([
      { duplicate_count: 1 },
      { open: true, event_count: 1, duplicate_count: 2 },
    ]);
    expect(statesAfter([...again, recovers(100, END)])).toEqual(['RESOLVED', 'OPEN']);
    expect(statesAfter([...again, recovers(100, 95)])).toEqual(['RESOLVED', 'RESOLVED']);
  });

  it('is news with another severity while the new alert is open', () => {
    const again = [...past, fires(11, START), fires(80, START), fires(90, START, { severity: 'INFO' })];
    expect(run(again).alerts[1]).toMatchObject({ open: true, event_count: 2, face: { severity: 'INFO' } });
  });

  it('opens no alert if the event has a time of its own', () => {
    const event = fires(400, START, { occurred_at_is: 'change' });
    expect(
      statesAfter([{ ...fires(0, START), occurred_at_is: 'change' }, recovers(10, END), event], 999),
    ).toEqual(['RESOLVED']);
  });

  it('opens one if the recovery had no end, or an end before the start', () => {
    for (const end of [recovers(10, null), recovers(10, START - 9, { started_at: at(START) })])
      expect(statesAfter([fires(0, START), end, fires(11, START), fires(80, START)])).toEqual([
        'RESOLVED',
        'OPEN',
      ]);
  });

  it('opens one days after its start', () => {
    const long = -200_000;
    expect(statesAfter([fires(0, long), recovers(10, END), fires(11, long)], 369)).toEqual(['RESOLVED']);
    expect(statesAfter([fires(0, long), recovers(10, END), fires(11, long)], 370)).toEqual([
      'RESOLVED',
      'OPEN',
    ]);
    const severities = (['CRITICAL', 'WARNING', 'CRITICAL'] as const).map((severity, n) =>
      fires(n, long, { severity }),
    );
    expect(run(severities).alerts).toMatchObject([{ event_count: 3, face: { severity: 'CRITICAL' } }]);
  });

  it('is held without deduplication too, as an event of the old alert', () => {
    const settings = { deduplicate: false, flap: null };
    const { alerts, events } = correlate(
      { states: new Map(), spans: new Map() },
      [...past, fires(11, START)],
      settings,
    );
    expect(alerts).toMatchObject([{ open: false, event_count: 3 }]);
    expect(events).toHaveLength(3);
  });
});

describe('an alarm whose start is new, but not after the end', () => {
  it('is overtaken, and opens an alert when it comes again', () => {
    const { alerts } = run([...past, fires(11, 2)]);
    expect(alerts).toMatchObject([{ open: false, event_count: 3 }]);
    expect(statesAfter([...past, fires(11, END)])).toEqual(['RESOLVED']);
    expect(statesAfter([...past, fires(11, 2), fires(72, 2)], 369)).toEqual(['RESOLVED']);
    expect(statesAfter([...past, fires(11, 2), fires(72, 2)], 370)).toEqual(['RESOLVED', 'OPEN']);
    expect(statesAfter([...past, fires(11, 2), fires(400, 2)])).toEqual(['RESOLVED', 'OPEN']);
  });

  it('is a retry if it comes again, byte for byte, within a minute', () => {
    const { alerts } = run([...past, fires(350, 2), fires(380, 2)], 9_999);
    expect(alerts).toMatchObject([{ open: false, event_count: 3, duplicate_count: 1 }]);
    const other = fires(380, 2, { raw_data: '{"value":2}' });
    expect(statesAfter([...past, fires(350, 2), other])).toEqual(['RESOLVED', 'OPEN']);
    // The alarm heard last is another one.
    expect(statesAfter([...past, fires(350, 2), recovers(351, END), fires(380, 2)])).toEqual([
      'RESOLVED',
      'OPEN',
    ]);
  });

  it('opens an alert if it begins after the end', () => {
    expect(statesAfter([...past, fires(11, 6)])).toEqual(['RESOLVED', 'OPEN']);
  });
});

describe('a recovery', () => {
  it('closes the alert of its start, although its end lies before the start', () => {
    expect(statesAfter([fires(0, -10), recovers(9, -20, { started_at: at(-10) })])).toEqual(['RESOLVED']);
    expect(statesAfter([fires(0, -10), recovers(9, -20, { started_at: at(-30) })])).toEqual([
      'OPEN',
      'RESOLVED',
    ]);
  });

  it('does not close the next alert if its end was seen before, whatever its severity', () => {
    const next = [...past, fires(20, 15)];
    expect(statesAfter([...next, recovers(30, END)])).toEqual(['RESOLVED', 'OPEN']);
    expect(statesAfter([...next, recovers(30, END, { severity: 'INFO', started_at: at(15) })])).toEqual([
      'RESOLVED',
      'OPEN',
    ]);
  });

  it('closes what is open if it carries only the start', () => {
    const startOnly = (second: number) => recovers(second, START, { occurred_at_is: 'start' });
    expect(
      statesAfter([fires(0, START), startOnly(10), fires(11, START), fires(80, START), startOnly(90)]),
    ).toEqual(['RESOLVED', 'RESOLVED']);
  });
});

describe('an alarm of the latest time with another severity', () => {
  it.each([null, 0])('is news, and so is the first severity again (time %s)', (time) => {
    const said = (second: number, severity: Alarm['severity']) =>
      alarm({ created_at: at(second), occurred_at: time === null ? null : at(time), severity });
    const { alerts, transitions } = run([
      said(0, 'CRITICAL'),
      said(1, 'WARNING'),
      said(2, 'CRITICAL'),
      said(3, 'CRITICAL'),
    ]);
    expect(alerts).toMatchObject([{ event_count: 3, duplicate_count: 1, face: { severity: 'CRITICAL' } }]);
    expect(transitions.map(({ kind }) => kind)).toEqual(['opened', 'deescalated', 'escalated']);
  });
});

describe('out of order', () => {
  it('a recovery that arrived while the firing was held closes its alert again', () => {
    const memory = run([...past, fires(11, START)], 400);
    memory.process([late(recovers(200, END))]);
    expect(memory.alerts.map(({ open }) => open)).toEqual([false, false]);
    expect(memory.alerts[1]).toMatchObject({ event_count: 2 });
  });

  it('a recovery that arrived later, or before the firing, does not', () => {
    for (const second of [10, 370]) {
      const memory = run([...past, fires(11, START)], 400);
      memory.process([late(recovers(second, END))]);
      expect(memory.openKeys()).toEqual(['disk']);
    }
  });

  it('a recovery that the alarm was repeated after closes nothing, until it is repeated itself', () => {
    const memory = run([fires(0, START), fires(20, START)]);
    memory.process([late(recovers(10, END))]);
    expect(memory.openKeys()).toEqual(['disk']);
    memory.process([recovers(30, END)]);
    expect(memory.openKeys()).toEqual([]);
  });

  it('a recovery that repeats an earlier one does not let the next repeat close the next alert', () => {
    const next = [fires(400, START), fires(500, START)];
    expect(statesAfter([...past, ...next, late(recovers(450, END)), recovers(520, END)])).toEqual([
      'RESOLVED',
      'OPEN',
    ]);
  });

  it('a recovery between two alarms without a time does not let its repeat close the alert', () => {
    const firing = (second: number) => alarm({ created_at: at(second) });
    expect(statesAfter([firing(0), firing(20), late(recovers(10, END)), recovers(30, END)])).toEqual([
      'OPEN',
    ]);
  });

  it('a firing is held from its own arrival', () => {
    expect(statesAfter([...past, late(fires(11, START))], 369)).toEqual(['RESOLVED']);
    expect(statesAfter([...past, late(fires(11, START))], 370)).toEqual(['RESOLVED', 'OPEN']);
    expect(statesAfter([fires(0, START), recovers(30, END), late(fires(11, START))], 999)).toEqual([
      'RESOLVED',
    ]);
  });

  it('a replay neither holds a firing nor opens the alert of one', () => {
    expect(statesAfter([...past, replayed(fires(11, START))], 999)).toEqual(['RESOLVED']);
    const held = [...past, fires(11, START)];
    expect(statesAfter([...held, replayed(fires(200, START))])).toEqual(['RESOLVED']);
    expect(statesAfter([...held, replayed(recovers(12, 2))], 369)).toEqual(['RESOLVED']);
  });

  it('processing again what made events changes nothing', () => {
    const all = [...past, fires(11, 2), fires(100, START), fires(200, START)];
    const memory = run(all);
    const before = structuredClone(memory.alerts);
    memory.process(all.filter(({ event_id }) => memory.events.has(event_id)).map(late));
    expect(memory.alerts.map(({ open, event_count }) => [open, event_count])).toEqual(
      before.map(({ open, event_count }) => [open, event_count]),
    );
  });
});

describe('the key of the previous plugin version', () => {
  const recovery = (second: number) =>
    recovers(second, second, { event_key: 'new', previous_event_key: 'disk' });

  it('is that of a recovery if only it has an open alert', () => {
    const { alerts } = run([fires(0, START), recovery(9)]);
    expect(alerts).toMatchObject([{ event_key: 'disk', open: false, event_count: 2 }]);
  });

  it('is not tried if the new key has an open alert, or neither has', () => {
    const { alerts } = run([fires(0, START), fires(1, START, { event_key: 'new' }), recovery(9)]);
    expect(alerts.map(({ event_key, open }) => [event_key, open])).toEqual([
      ['disk', true],
      ['new', false],
    ]);
    expect(run([...past, recovery(20)]).alerts.map(({ event_key }) => event_key)).toEqual(['disk', 'new']);
  });
});
