import { afterEach, expect, it, vi } from 'vitest';
import type { AlertInfo, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { PreviewBudget } from './preview-budget.js';
import { scanAlerts } from './scan-alerts.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const timeoutError = expect.objectContaining({ code: 'ERROR_QUERY_TIMEOUT' });

/** Keeps the process busy. */
function work(milliseconds: number): void {
  const begun = performance.now();
  while (performance.now() - begun < milliseconds);
}

it('gives others their turn during long work', async () => {
  const budget = new PreviewBudget();
  let turns = 0;
  const others = setInterval(() => (turns += 1), 1);
  for (let step = 0; step < 600; step += 1) {
    await budget.pause();
    work(0.5);
  }
  clearInterval(others);
  expect(turns).toBeGreaterThan(3);
});

it('ends when the caller has gone, and when the time is over', async () => {
  const caller = new AbortController();
  const budget = new PreviewBudget(caller.signal);
  caller.abort();
  expect(budget.signal.aborted).toBe(true);
  work(11);
  await expect(budget.pause()).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
  vi.useFakeTimers({ toFake: ['performance'] });
  const late = new PreviewBudget();
  vi.advanceTimersByTime(60_001);
  expect(() => late.check()).toThrow(timeoutError);
});

it('ends because of its time if that ended a statement, by whatever clock', () => {
  const timer = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
  const budget = new PreviewBudget(new AbortController().signal);
  budget.check();
  timer.abort();
  expect(budget.signal.aborted).toBe(true);
  expect(() => budget.check()).toThrow(timeoutError);
});

it('refuses records that are too large together', () => {
  const { keep } = new PreviewBudget();
  keep(16 * 1024 * 1024);
  expect(() => keep(1)).toThrow(timeoutError);
});

it('reads alerts as long as there are some left', async () => {
  const asked: number[] = [];
  const queries = {
    scan: (...[, , limits]: readonly [string, unknown, { readonly alerts: number }]) => {
      asked.push(limits.alerts);
      return Promise.resolve({ alerts: limits.alerts, characters: 100, complete: limits.alerts > 0 });
    },
  } as unknown as AlertQueries;
  const budget = new PreviewBudget();
  const of = { domain_id: 'd', query: undefined, fields: ['alert_id'] as (keyof AlertInfo)[] };
  const scan = () => scanAlerts(queries, budget, of, () => undefined);
  expect(await scan()).toBe(true);
  budget.spend(194_000, 0);
  expect([await scan(), await scan()]).toEqual([true, false]);
  expect(asked).toEqual([5_000, 1_000, 0]);
});
