import { describe, expect, it } from 'vitest';
import { alarm } from '../../../test/alarms.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import type { Correlation } from './correlation.js';
import type { ParsedAlarm } from './parse-alarms.js';
import { planReplay } from './replay-outcomes.js';

const NOTHING: Correlation = {
  events: [],
  alerts: [],
  transitions: [],
  moved: new Set(),
  states: new Map(),
  newKeys: new Set(),
  duplicates: new Map(),
  alertIds: new Map(),
};
const found = (event_id: string): ParsedAlarm => ({ kind: 'alarm', alarm: alarm({ event_id }) });
const created = (event_id: string): Outcome => ({ outcome: 'CREATED', event_id });
const bad: Outcome = { outcome: 'QUARANTINED', reason: 'no idea' };
const ignored: Outcome = { outcome: 'IGNORED', reason: 'a test' };

function replay(...given: Parameters<typeof planReplay>) {
  const plan = planReplay(...given);
  if (plan.kind !== 'replay') return plan;
  return { alarms: plan.alarms.map(({ event_id }) => event_id), outcomes: plan.outcomes(NOTHING, new Map()) };
}

describe('a replay', () => {
  it('processes only quarantined alarms, at their positions', () => {
    expect(replay([created('a'), bad, ignored], [found('a'), found('b'), found('c')], 'quarantined')).toEqual(
      {
        alarms: ['b'],
        outcomes: [created('a'), created('b'), ignored],
      },
    );
  });

  it('of everything also processes ignored alarms, but none that created an event', () => {
    expect(replay([created('a'), bad, ignored], [found('a'), found('b'), found('c')], 'unmade')).toEqual({
      alarms: ['b', 'c'],
      outcomes: [created('a'), created('b'), created('c')],
    });
  });

  it('keeps heartbeat outcomes, of a ping itself or after the alarms of a delivery', () => {
    const ping: ParsedAlarm = { kind: 'heartbeat', news: { kind: 'ping', name: 'a' } };
    expect(replay([{ outcome: 'IGNORED', reason: 'there is no heartbeat a' }], [ping], 'unmade')).toEqual({
      kind: 'nothing',
    });
    const back: Outcome[] = [{ outcome: 'HEARTBEAT', reason: '*' }, created('back')];
    expect(replay([created('a'), bad, ...back], [found('a'), found('b')], 'quarantined')).toEqual({
      alarms: ['b'],
      outcomes: [created('a'), created('b'), ...back],
    });
  });

  it('takes another number of alarms where none made an event', () => {
    expect(replay([bad], [found('a'), found('b')], 'quarantined')).toMatchObject({ alarms: ['a', 'b'] });
  });

  it('refuses another number of alarms where some made events', () => {
    expect(replay([created('a'), bad], [found('a'), found('b'), found('c')], 'quarantined')).toMatchObject({
      kind: 'conflict',
      reason: expect.stringContaining('3 alarms'),
    });
  });

  it('creates no second event of a body whose text became one, whether it can be read now or not', () => {
    const stored = [created('a'), bad];
    const still: ParsedAlarm = { kind: 'unreadable', reason: 'only its text was read' };
    expect(replay(stored, [found('a'), still], 'quarantined')).toMatchObject({ alarms: [] });
    for (const parsed of [[found('a')], [found('b')], [found('b'), found('c'), found('d')]])
      expect(replay(stored, parsed, 'quarantined')).toMatchObject({ kind: 'conflict' });
  });

  it('refuses another order, which would make an event again', () => {
    expect(replay([created('a'), bad], [found('b'), found('a')], 'quarantined')).toMatchObject({
      kind: 'conflict',
    });
  });

  it('has nothing to do where nothing is in quarantine', () => {
    expect(replay([created('a'), ignored], [found('a'), found('b')], 'quarantined')).toEqual({
      kind: 'nothing',
    });
  });

  it('keeps alarms in quarantine that still cannot be parsed or stored', () => {
    const plan = planReplay([bad, bad], [{ kind: 'unreadable', reason: 'still' }, found('b')], 'quarantined');
    expect(plan.kind === 'replay' && plan.outcomes(NOTHING, new Map([['b', 'too big']]))).toEqual([
      { outcome: 'QUARANTINED', reason: 'still' },
      { outcome: 'QUARANTINED', reason: 'too big' },
    ]);
  });
});
