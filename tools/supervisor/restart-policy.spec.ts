import { expect, it } from 'vitest';
import { RestartPolicy, type ExitStatus } from './restart-policy.js';

const endedBy = (signal: NodeJS.Signals): ExitStatus => ({ code: null, signal });

it('does not restart a process that exited by itself', () => {
  const restarts = new RestartPolicy();
  expect(restarts.nextPause({ code: 0, signal: null }, 1, 1)).toBeUndefined();
  expect(restarts.nextPause({ code: 1, signal: null }, 1, 1)).toBeUndefined();
  expect(restarts.variables).toEqual({ PREDECESSOR_STALLS: '0', PREDECESSOR_CRASHES: '0' });
});

it('passes the number and the time of lost predecessors to the next process', () => {
  const restarts = new RestartPolicy();
  restarts.nextPause(endedBy('SIGALRM'), 1, 1_000);
  restarts.nextPause(endedBy('SIGABRT'), 1, 2_000);
  restarts.nextPause(endedBy('SIGKILL'), 1, 3_000);
  expect(restarts.variables).toEqual({
    PREDECESSOR_STALLS: '1',
    PREDECESSOR_CRASHES: '2',
    PREDECESSOR_LOST_AT: '3000',
  });
});

it('doubles the pause up to 10 s for a process that keeps crashing', () => {
  const restarts = new RestartPolicy();
  const pauses = Array.from({ length: 9 }, () => restarts.nextPause(endedBy('SIGSEGV'), 59_000, 1));
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  expect(restarts.nextPause(endedBy('SIGSEGV'), 60_000, 1)).toBe(100);
});
