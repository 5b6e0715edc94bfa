import type { Metrics } from '#shared/platform/telemetry/metrics.js';
import type { PostingBudgets } from './posting-budgets.js';

/** Registers the metrics of the posting budgets. To bound their labels, they name no webhook; the log does. */
export function registerBudgetMetrics(metrics: Metrics, budgets: PostingBudgets): void {
  const createReader = (value: 'lowTimes' | 'used') => () =>
    budgets.usage(performance.now()).map(({ kind: { of, by }, ...usage }) => ({
      labels: { of, by },
      value: usage[value],
    }));
  metrics.counter(
    'tocsin_posting_budget_low_total',
    'Times that a webhook or domain had used 80 % of its budget.',
    createReader('lowTimes'),
  );
  metrics.gauge(
    'tocsin_posting_budget_used_ratio',
    'The largest used share of a budget of a webhook or domain, 0 to 1.',
    createReader('used'),
  );
}
