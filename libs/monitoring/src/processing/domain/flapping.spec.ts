import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alarm } from '../../../test/alarms.js';
import { type Alarm, type AlarmState, isFlapping, addOpening, type Opening } from './alarm.js';
import { correlate } from './correlate.js';
import type { FlapSettings } from '../../webhooks/domain/webhook-settings.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10) + second * 1000);
const TERMS = { count: 3, window: 60 };

function flaps(seconds: readonly number[], terms: FlapSettings | null = TERMS): boolean[] {
  let openings: readonly Opening[] = [];
  return seconds.map((second) => isFlapping((openings = addOpening(openings, at(second), terms))));
}

describe('an event key', () => {
  it('starts to flap when its openings within the window reach the count', () => {
    expect(flaps([0, 30, 60])).toEqual([false, false, true]);
    expect(flaps([0, 30, 61])).toEqual([false, false, false]);
  });

  it('stops flapping after a window without openings, and then counts from zero', () => {
    expect(flaps([0, 1, 2, 62, 122, 183, 184, 185])).toEqual([
      ...[false, false, true, true, true],
      ...[false, false, true],
    ]);
  });

  it('never flaps if flap detection is off', () => {
    expect(flaps([0, 1, 2, 3], null)).toEqual([false, false, false, false]);
  });

  it('is stored with no more openings than the count', () => {
    let openings: readonly Opening[] = [];
    for (let second = 0; second < 20; second += 1) openings = addOpening(openings, at(second), TERMS);
    expect(openings.map((each) => each.at)).toEqual([at(17), at(18), at(19)]);
  });

  it('flaps whenever a plain count of its openings says so', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 30 }), fc.integer({ min: 2, max: 5 }), (gaps, count) => {
        const terms = { count, window: 60 };
        let second = 0;
        const all = gaps.map((gap) => (second += gap));
        let isOn = false;
        const expected = all.map((one, index) => {
          const within = all.slice(0, index + 1).filter((other) => other >= one - terms.window).length;
          isOn = (isOn && within > 1) || within >= count;
          return isOn;
        });
        expect(flaps(all, terms)).toEqual(expected);
      }),
    );
  });
});

const fires = (second: number, more: Partial<Alarm> = {}) =>
  alarm({ created_at: at(second), occurred_at: at(second), ...more });
const recovers = (second: number) => fires(second, { event_type: 'RECOVERY' });
const outages = (...seconds: number[]) => seconds.flatMap((second) => [fires(second), recovers(second + 1)]);
const fold = (alarms: readonly Alarm[], states: ReadonlyMap<string, AlarmState> = new Map()) =>
  correlate({ states, spans: new Map() }, alarms, { deduplicate: true, flap: TERMS });
const kindsOf = ({ transitions }: ReturnType<typeof fold>) => transitions.map(({ kind }) => kind);

describe('alerts of a key that flaps', () => {
  it('open and resolve as usual, with one flapping change', () => {
    const found = fold(outages(0, 10, 20, 30, 40));
    expect(found.alerts).toHaveLength(5);
    expect(found.events).toHaveLength(10);
    const once = ['opened', 'resolved'];
    expect(kindsOf(found)).toEqual([
      ...[...once, ...once, 'opened', 'flapping', 'resolved'],
      ...[...once, ...once],
    ]);
    const told = found.transitions.find(({ kind }) => kind === 'flapping');
    expect(told).toMatchObject({
      alert_id: found.alerts[2]?.alert_id,
      event_id: found.events[4]?.alarm.event_id,
      state_before: 'OPEN',
      state: 'OPEN',
    });
  });

  it('have their changes marked as flapping until the key is calm', () => {
    const { transitions } = fold(outages(0, 10, 20, 30, 120));
    expect(transitions.map(({ flapping }) => flapping)).toEqual([
      ...[false, false, false, false],
      ...[true, true, true, true, true],
      ...[false, false],
    ]);
  });

  it('cause another flapping change after a calm window', () => {
    const told = kindsOf(fold(outages(0, 10, 20, 120, 130, 140))).filter((kind) => kind === 'flapping');
    expect(told).toHaveLength(2);
  });

  it('do not include alerts of other keys or alarms that join an open alert', () => {
    const others = [0, 1, 2, 3].map((second) => fires(second, { event_key: `key ${second}` }));
    expect(kindsOf(fold(others))).not.toContain('flapping');
    expect(kindsOf(fold([0, 1, 2, 3].map((second) => fires(second))))).toEqual(['opened']);
  });

  it('include alerts that are reopened after they were closed as stale', () => {
    const states = new Map(fold([fires(0)]).states);
    const told = [10, 20, 30].flatMap((second) => {
      for (const [key, state] of states)
        states.set(key, { ...state, open: false, last_received_at: at(second - 1) });
      const found = fold([fires(second, { occurred_at: at(0) })], states);
      for (const [key, state] of found.states) states.set(key, state);
      return kindsOf(found);
    });
    expect(told).toEqual(['reopened', 'reopened', 'flapping', 'reopened']);
  });

  it('have the same changes in any batches', () => {
    const alarms = outages(0, 10, 20, 30, 120, 130, 140);
    fc.assert(
      fc.property(fc.nat(alarms.length), (cut) => {
        const first = fold(alarms.slice(0, cut));
        const second = fold(alarms.slice(cut), first.states);
        expect([...first.transitions, ...second.transitions]).toEqual(fold(alarms).transitions);
      }),
    );
  });
});
