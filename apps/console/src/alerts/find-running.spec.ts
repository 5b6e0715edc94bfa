import { describe, expect, it } from 'vitest';
import { findRunning } from './find-running.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
const OPENED_AT = at(0);

type Timeline = Parameters<typeof findRunning>[1];
type Entry = Timeline['results'][number];
const entry = (minute: number, escalation_id: string, step: number, part: object = {}): Entry =>
  ({
    at: at(minute),
    kind: 'escalation',
    escalation: { escalation_id, name: `name of ${escalation_id}`, what: 'TOLD', step, cycle: 1, ...part },
  }) as Entry;
const change = (minute: number, kind: string): Entry =>
  ({ at: at(minute), kind: 'change', change: { change: kind } }) as Entry;

const find = (step: number | null, results: readonly Entry[], left_out_count = 0) =>
  findRunning(
    { opened_at: OPENED_AT, escalation: { step, next_at: at(30) } } as Parameters<typeof findRunning>[0],
    {
      results: [...results],
      left_out_count,
    },
  )?.escalation_id;

describe('findRunning', () => {
  it('finds the only escalation that runs', () => {
    const ended = [entry(3, 'b', 1), entry(4, 'b', 1, { what: 'ENDED' })];
    const results = [change(0, 'opened'), entry(1, 'a', 1), entry(2, 'a', 2), ...ended];
    expect(find(2, results)).toBe('a');
    expect(
      findRunning({ opened_at: OPENED_AT, escalation: { step: 2, next_at: at(30) } } as never, {
        results: [...results],
        left_out_count: 0,
      }),
    ).toEqual({ escalation_id: 'a', name: 'name of a', since: Date.parse(OPENED_AT) });
  });

  it.each([
    ['nothing escalates', null, [entry(1, 'a', 1)]],
    [
      'no step was told: another one may run that has no entry yet',
      0,
      [entry(1, 'a', 1), entry(2, 'a', 0, { cycle: 2 })],
    ],
    ['two got as far', 1, [entry(1, 'a', 1), entry(2, 'b', 1)]],
    ['another one runs, whose step may be shown soon', 2, [entry(1, 'a', 2), entry(2, 'b', 1)]],
    ['none got as far', 3, [entry(1, 'a', 1)]],
    ['its policy was deleted', 1, [entry(1, 'a', 1), entry(2, 'a', 1, { what: 'ENDED' })]],
    ['it is of a time before the alert opened again', 1, [entry(1, 'a', 1), change(5, 'reopened')]],
  ] as const)('does not guess if %s', (_, step, results) => {
    expect(find(step, results)).toBeUndefined();
  });

  it('does not guess if earlier entries are left out', () => {
    expect(find(1, [entry(1, 'a', 1)])).toBe('a');
    expect(find(1, [entry(1, 'a', 1)], 1)).toBeUndefined();
  });

  it('counts steps by their cycles, whatever the order of entries of one moment', () => {
    expect(find(1, [entry(1, 'a', 2), entry(2, 'a', 1, { cycle: 2 }), entry(2, 'a', 3)])).toBe('a');
    expect(find(2, [entry(1, 'a', 2), entry(1, 'a', 1, { what: 'NOBODY' })])).toBe('a');
    expect(
      find(2, [entry(1, 'a', 2), entry(2, 'a', 1, { what: 'RESTARTED', cycle: 2, step: 0 })]),
    ).toBeUndefined();
  });
});
