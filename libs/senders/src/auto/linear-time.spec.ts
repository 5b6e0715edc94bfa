import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createAuto } from './plugin.js';
import { findUnknownAlarms } from './find-unknown-alarms.js';
import { parseUnknownAlarm } from './parse-unknown-alarm.js';

const received_at = new Date('2026-01-01T00:00:00Z');
const DELIVERY = { content_type: 'application/json', headers: {}, query: {}, path_suffix: '', received_at };
const auto = createAuto([]);
const ALARM = { title: 'a', state: 'firing' };

/** Bodies of a size of which each doubling must not take four times as long. */
const SHAPES: Readonly<Record<string, (size: number) => Json>> = {
  'a list beside many facts': (size) => ({
    ...members(size, (index) => [`fact${index}`, 'x']),
    alarms: repeat(size, ALARM),
  }),
  'many lists beside many facts': (size) => ({
    ...members(size, (index) => [`fact${index}`, 'x']),
    ...members(size, (index) => [`list${index}`, [ALARM]]),
  }),
  'lists inside the elements of a list': (size) => ({
    ...members(size, (index) => [`fact${index}`, 'x']),
    items: repeat(size, { place: 'x', alerts: [ALARM] }),
  }),
  'numbers on an unknown scale': (size) => ({
    ...ALARM,
    ...members(size, (index) => [`k${index}`, { level: 5 }]),
  }),
  'numbers of a kind of events': (size) => ({
    ...{ ...ALARM, providername: 'x', logname: 'x' },
    ...members(size, (index) => [`k${index}`, { id: `AB-${index}` }]),
  }),
  'ids beside the kind of an event': (size) => ({
    ...{ id: 'evt_1', event: 'sync_end' },
    data: members(size, (index) => [`k${index}_id`, { id: `x${index}`, name: `y${index}` }]),
  }),
  'states that expire': (size) => ({
    ...ALARM,
    ...members(size, (index) => [`k${index}`, { state: 'expired' }]),
  }),
};

const members = (size: number, build: (index: number) => readonly [string, Json]): Record<string, Json> =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => build(index)));
const repeat = (size: number, element: Json): Json => Array.from({ length: size }, () => element);

/** Returns the milliseconds of processor time that reading the body takes. */
function measure(body: Json): number {
  const delivery = {
    body,
    content_type: 'application/json',
    headers: {},
    query: {},
    path_suffix: '',
    received_at,
  };
  const begin = process.cpuUsage();
  for (const alarm of findUnknownAlarms(body, { received_at }) ?? []) parseUnknownAlarm(alarm, delivery);
  return process.cpuUsage(begin).user / 1_000;
}

describe('the time for a body of an unknown sender', () => {
  it('is limited: the alarms after 300,000 fields are not read', () => {
    const body = { alarms: repeat(101, { ...ALARM, figures: repeat(2_998, 1) }) };
    const outcomes = auto.parse({ ...DELIVERY, body }, {});
    expect(outcomes.slice(0, 100).every(({ outcome }) => outcome === 'EVENT')).toBe(true);
    expect(outcomes.slice(100)).toEqual([
      {
        outcome: 'ERROR',
        pointer: '/alarms/100',
        reason: 'the body has more than 300000 fields: post fewer at once',
      },
    ]);
  });

  it.each(Object.keys(SHAPES))('grows with its size only: %s', (name) => {
    const build = SHAPES[name] ?? (() => null);
    measure(build(300));
    const [small, large] = [measure(build(300)), measure(build(2_400))];
    // Eight times the size took more than sixty times as long.
    expect(large / Math.max(small, 5)).toBeLessThan(24);
  });
});
