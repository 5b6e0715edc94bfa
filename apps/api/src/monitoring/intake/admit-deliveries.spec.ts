import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadShedder } from './admit-deliveries.js';

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

describe('LoadShedder', () => {
  it('admits all deliveries while the turns of the event loop are short', () => {
    expect(Array.from({ length: 50 }, () => runTurn(7))).toEqual(Array.from({ length: 50 }, () => 7));
  });

  it('admits all deliveries of long turns with a short turn in between', () => {
    expect([runTurn(900), runTurn(5), runTurn(900)]).toEqual([900, 5, 900]);
  });

  it('admits all deliveries of a long turn that begins a while after another one', () => {
    const first = runTurn(900);
    clock += 1_500;
    expect([first, runTurn(900)]).toEqual([900, 900]);
  });

  it('admits only the first deliveries of each turn while turns stay long, and all afterwards', () => {
    expect([runTurn(600), runTurn(600), runTurn(600)]).toEqual([600, 401, 5]);
    expect([runTurn(7), runTurn(7), runTurn(60)]).toEqual([5, 7, 60]);
  });
});
