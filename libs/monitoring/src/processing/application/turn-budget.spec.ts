import { expect, it } from 'vitest';
import { readAlarms, type ReadAlarm } from '../domain/read-alarms.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { LargeTurn, TurnBudget } from './turn-budget.js';

const MI = 1024 * 1024;

/** One alarm of so many characters and some more. */
function alarm(characters: number): readonly ReadAlarm[] {
  const body = Buffer.from(JSON.stringify({ event_key: 'k', title: 't', x: 'x'.repeat(characters) }));
  const received_at = new Date('2026-11-20T10:00:00Z');
  const delivery = { received_at, content_type: '', headers: {}, query: {}, path_suffix: '', body };
  return readAlarms(direct, {}, '0192a5a0-0000-7000-8000-000000000000', delivery);
}

it('is spent by the characters and by the number of alarms', () => {
  const budget = new TurnBudget(new LargeTurn());
  budget.take(alarm(7 * MI));
  expect(budget.isSpent).toBe(false);
  budget.take(alarm(MI));
  expect(budget.isSpent).toBe(true);
  const other = new TurnBudget(new LargeTurn());
  other.take(Array.from({ length: 10_000 }, () => ({ kind: 'ignored', reason: '' })));
  expect(other.isSpent).toBe(true);
});

it('says instead of reading on that a segment has become too much', () => {
  const budget = new TurnBudget(new LargeTurn());
  budget.beginSegment();
  for (let n = 0; n < 3; n += 1) budget.take(alarm(8 * MI - 1_000));
  expect(budget.excess).toBeUndefined();
  budget.take(alarm(MI));
  expect(budget.excess).toMatchObject([
    { kind: 'unreadable', reason: expect.stringContaining('a replay reads it by itself') as string },
  ]);
  budget.beginSegment();
  expect(budget.excess).toBeUndefined();
});

it('lets one turn at a time go on beyond it, and nobody wait for one that was given up', async () => {
  const large = new LargeTurn();
  const [one, given, two] = [new TurnBudget(large), new TurnBudget(large), new TurnBudget(large)];
  for (const budget of [one, given, two]) budget.take(alarm(9 * MI));
  await one.mayGoOn();
  await one.mayGoOn();
  const goesOn: string[] = [];
  void given.mayGoOn().then(() => goesOn.push('given'));
  const second = two.mayGoOn().then(() => goesOn.push('two'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(goesOn).toEqual([]);
  given.end();
  one.end();
  await second;
  expect(goesOn).toEqual(['given', 'two']);
});
