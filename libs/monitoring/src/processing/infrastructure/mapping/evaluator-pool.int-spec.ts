import { afterAll, expect, it } from 'vitest';
import { TooLateError } from '#shared/kernel/with-timeout.js';
import { EvaluatorPool } from './evaluator-pool.js';

const evaluators = new EvaluatorPool({ timeoutMs: 100, wallClockMs: 5_000, memoryMb: 64, processes: 2 });
afterAll(() => evaluators.onApplicationShutdown());

const evaluation = (expression: string) => ({
  expressions: [['expression', expression]] as const,
  payload: '{}',
  ...{ headers: {}, query: {}, path_suffix: '' },
  received_at: 0,
});

it('endless expressions of one domain do not delay another domain', { timeout: 60_000 }, async () => {
  let ended = 0;
  const loud = Array.from({ length: 20 }, () =>
    evaluators
      .evaluate(evaluation('$reduce([1..9000000], function($a, $b) { $a + $b })'), 'loud')
      .then(({ ok }) => {
        ended += 1;
        return ok;
      }),
  );
  const quiet = await evaluators.evaluate(evaluation('1 + 1'), 'quiet');
  expect(quiet).toMatchObject({ ok: true, alarms: [{ values: { expression: 2 } }] });
  expect(ended).toBeLessThanOrEqual(4);
  expect(await Promise.all(loud)).toEqual(Array(20).fill(false));
});

it('does not run what would begin too late, and goes on with the next', { timeout: 60_000 }, async () => {
  const endless = '$reduce([1..9000000], function($a, $b) { $a + $b })';
  const running = [1, 2].map(() => evaluators.evaluate(evaluation(endless), 'loud'));
  const late = evaluators.evaluate(evaluation('1 + 1'), 'loud', performance.now() + 1);
  const next = evaluators.evaluate(evaluation('2 + 2'), 'loud');
  await expect(late).rejects.toBeInstanceOf(TooLateError);
  expect(await next).toMatchObject({ ok: true, alarms: [{ values: { expression: 4 } }] });
  expect(await Promise.all(running)).toEqual([
    { ok: false, problem: expect.any(String), exceeds_limits: true },
    expect.anything(),
  ]);
});
