import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.js';

/** Turns that end when the test says so. */
class Turns {
  readonly begun: string[][] = [];
  private readonly ends: ((more: readonly string[]) => void)[] = [];
  readonly giveBacks: ((uuids: readonly string[]) => void)[] = [];

  constructor(
    lanes: number,
    together: number,
    readonly queue = new TurnQueue(lanes, together, (uuids, giveBack) => {
      this.begun.push([...uuids]);
      this.giveBacks.push(giveBack);
      return new Promise((resolve) => this.ends.push((more) => resolve(new Set(more))));
    }),
  ) {}

  async end(turn: number, more: readonly string[] = []): Promise<void> {
    this.ends[turn]?.(more);
    await sleep(0);
  }
}

const LONG = 60_000;

it('webhooks share a turn as far as there are lanes for the rest', async () => {
  const turns = new Turns(2, 3);
  void turns.queue.run(['a', 'b', 'c', 'd', 'e'], LONG);
  expect(turns.begun).toEqual([['a', 'b', 'c'], ['d']]);
  await turns.end(1);
  expect(turns.begun[2]).toEqual(['e']);
});

it('one that is asked for in its turn has another, and never two at a time', async () => {
  const turns = new Turns(2, 3);
  const first = turns.queue.run(['a'], LONG);
  const second = turns.queue.run(['a'], LONG);
  expect(turns.begun).toEqual([['a']]);
  await turns.end(0);
  expect(turns.begun).toEqual([['a'], ['a']]);
  await turns.end(1);
  expect(await Promise.all([first, second])).toEqual([[], []]);
});

it('who asks later waits, and who asked before is done', async () => {
  const turns = new Turns(1, 1);
  const before = turns.queue.run(['a', 'b'], LONG);
  void turns.queue.run(['a', 'b'], LONG);
  expect(await before).toEqual([]);
  expect(turns.begun).toEqual([['a']]);
});

it('one with more to do goes behind the others', async () => {
  const turns = new Turns(1, 1);
  const run = turns.queue.run(['a', 'b'], LONG);
  await turns.end(0, ['a']);
  await turns.end(1);
  await turns.end(2);
  expect(turns.begun).toEqual([['a'], ['b'], ['a']]);
  expect(await run).toEqual([]);
});

it('those that are given back come first', async () => {
  const turns = new Turns(2, 3);
  const run = turns.queue.run(['a', 'b', 'c', 'd'], LONG);
  expect(turns.begun).toEqual([['a', 'b'], ['c']]);
  turns.giveBacks[0]?.(['b']);
  await turns.end(1);
  await turns.end(2);
  expect(turns.begun.slice(2)).toEqual([['b'], ['d']]);
  await turns.end(0);
  await turns.end(3);
  expect(await run).toEqual([]);
});

it('those that are given back are taken by a lane that has nothing to do', async () => {
  const turns = new Turns(2, 3);
  void turns.queue.run(['a', 'b', 'c'], LONG);
  expect(turns.begun).toEqual([['a', 'b'], ['c']]);
  await turns.end(1);
  turns.giveBacks[0]?.(['b']);
  expect(turns.begun[2]).toEqual(['b']);
});

it('when the time is over what waits is undone, and what is under way is waited for', async () => {
  const turns = new Turns(1, 1);
  const run = turns.queue.run(['a', 'b'], 10);
  await sleep(30);
  let ended = false;
  void run.then(() => (ended = true));
  await sleep(0);
  expect(ended).toBe(false);
  await turns.end(0, ['a']);
  expect((await run).toSorted()).toEqual(['a', 'b']);
  expect(turns.begun).toEqual([['a']]);
  expect(await turns.queue.run(['c'], 0)).toEqual(['c']);
});
