import { expect, it } from 'vitest';
import { FairQueue } from './task-pool.js';

/** Runs the turns of a queue. Each turn says how long it takes. */
function turns(queue: FairQueue<readonly [name: string, ms: number]>, most: number): string {
  let order = '';
  for (let n = 0; n < most; n += 1) {
    const turn = queue.next();
    if (turn === undefined) break;
    const [name, ms] = turn;
    queue.recordStart(name);
    order += name;
    queue.recordEnd(name, ms);
  }
  return order;
}

it('runs short turns before further long ones', () => {
  const queue = new FairQueue<readonly [string, number]>();
  for (let n = 0; n < 4; n += 1) queue.push('L', ['L', 100]);
  for (let n = 0; n < 6; n += 1) queue.push('s', ['s', 5]);
  expect(turns(queue, 20)).toBe('LssssssLLL');
});

it('alternates between equal names, without credit for one that was idle', () => {
  const queue = new FairQueue<readonly [string, number]>();
  for (let n = 0; n < 50; n += 1) queue.push('a', ['a', 10]);
  expect(turns(queue, 40)).toBe('a'.repeat(40));
  for (let n = 0; n < 5; n += 1) queue.push('b', ['b', 10]);
  expect(turns(queue, 6).replaceAll('a', '')).toHaveLength(3);
});
