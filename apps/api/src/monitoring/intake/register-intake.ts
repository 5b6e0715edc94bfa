import type { CommandBus } from '@nestjs/cqrs';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#shared/platform/config/config.js';
import type { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import type { Metrics } from '#shared/platform/telemetry/metrics.js';
import { admitDeliveries } from './admit-deliveries.js';
import { PostingBudgets, computePostingRates } from './posting-budgets.js';
import { parseRawBodies } from './raw-body.js';
import type { WebhookRefusals } from './webhook-request.js';

export interface IntakeOptions {
  readonly config: Config;
  /** The maximum number of deliveries in flight. */
  readonly inFlight: number;
  readonly commands: CommandBus;
  readonly disks: DiskFloor;
  readonly metrics: Metrics;
  readonly refusals: WebhookRefusals;
}

/** Admits deliveries for the routes of {@link IntakeController}. Must run before these routes are registered. */
export function registerIntake(
  fastify: FastifyInstance,
  { config, inFlight, commands, disks, metrics, refusals }: IntakeOptions,
): void {
  const { bodyLimit } = config.http;
  const budgets = new PostingBudgets(computePostingRates(config.ingest));
  registerBudgetMetrics(metrics, budgets);
  admitDeliveries(fastify, commands, { ...config.ingest, inFlight, bodyLimit }, { budgets, disks, refusals });
  parseRawBodies(fastify, commands, bodyLimit);
}

/** Registers the metrics of the posting budgets. To bound their labels, they name no webhook; the log does. */
function registerBudgetMetrics(metrics: Metrics, budgets: PostingBudgets): void {
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
