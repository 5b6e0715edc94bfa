import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OutageLog } from './queue-factory.js';

const warn = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  warn.mockReset();
});
afterEach(() => vi.useRealTimers());

it('logs one line a minute while a server is away, and one when it is back', () => {
  const outage = new OutageLog('Redis', { warn });
  outage.recordSuccess();
  for (let second = 0; second < 150; second += 1) {
    outage.recordFailure('connect ECONNREFUSED');
    outage.recordFailure('the queue is closed');
    vi.advanceTimersByTime(1_000);
  }
  expect(warn).toHaveBeenCalledTimes(3);
  expect(warn).toHaveBeenLastCalledWith(
    expect.stringMatching(/^Redis cannot be reached, .*: connect ECONNREFUSED$/),
  );
  outage.recordSuccess();
  outage.recordSuccess();
  expect(warn.mock.calls.slice(3)).toEqual([['Redis can be reached again, after 150 s']]);
});

it('logs no more for a server that comes and goes', () => {
  const outage = new OutageLog('Redis', { warn });
  for (let second = 0; second < 50; second += 1) {
    outage.recordFailure('read ECONNRESET');
    outage.recordSuccess();
    vi.advanceTimersByTime(1_000);
  }
  expect(warn).toHaveBeenCalledTimes(2);
});
