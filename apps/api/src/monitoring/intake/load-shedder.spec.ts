import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadShedder } from './load-shedder.js';

let clock = 0;
let shedder: LoadShedder;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setImmediate'] });
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  shedder = new LoadShedder();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Simulates a turn with one delivery per millisecond. Returns the number of admitted deliveries. */
function runTurn(milliseconds: number): number {
  let admitted = 0;
  for (const end = clock + milliseconds; clock < end; clock += 1) admitted += shedder.canAdmit() ? 1 : 0;
  vi.runAllTimers();
  return admitted;
}

describe('a turn of the event loop', () => {
  it('lets everything in as long as turns are short', () => {
    expect(Array.from({ length: 50 }, () => runTurn(7))).toEqual(Array.from({ length: 50 }, () => 7));
  });

  it('lets a storm in that is soon over', () => {
    expect([runTurn(900), runTurn(5), runTurn(900)]).toEqual([900, 5, 900]);
  });

  it('lets a storm in that comes a while after another', () => {
    const first = runTurn(900);
    clock += 1_500;
    expect([first, runTurn(900)]).toEqual([900, 900]);
  });

  it('lets only the first in while turns stay too long, and everything once they are short again', () => {
    expect([runTurn(600), runTurn(600), runTurn(600)]).toEqual([600, 401, 5]);
    expect([runTurn(7), runTurn(7), runTurn(60)]).toEqual([5, 7, 60]);
  });
});
