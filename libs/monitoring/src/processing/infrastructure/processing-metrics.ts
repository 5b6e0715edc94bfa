import { Inject, Injectable } from '@nestjs/common';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { ProcessingCounters } from '../application/processing-counters.js';

/** What a worker tells of its own work. */
@Injectable()
export class ProcessingMetrics {
  constructor(@Inject(Metrics) metrics: Metrics, @Inject(ProcessingCounters) counters: ProcessingCounters) {
    const { plugins } = counters;
    metrics.counter('tocsin_alarms_total', 'What became of alarms, by plugin and outcome.', () =>
      [...plugins].flatMap(([plugin, { outcomes }]) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ labels: { plugin, outcome }, value })),
      ),
    );
    metrics.counter(
      'tocsin_plugin_deliveries_total',
      'Deliveries that a plugin has read, again after a failure too.',
      () => [...plugins].map(([plugin, { deliveries: value }]) => ({ labels: { plugin }, value })),
    );
    metrics.counter(
      'tocsin_plugin_fallbacks_total',
      'Deliveries that a plugin could not read, and plugin auto read instead.',
      () => [...plugins].map(([plugin, { fallbacks: value }]) => ({ labels: { plugin }, value })),
    );
    metrics.counter('tocsin_plugin_seconds_total', 'Time that a plugin took to read them.', () =>
      [...plugins].map(([plugin, { seconds: value }]) => ({ labels: { plugin }, value })),
    );
    metrics.histogram(
      'tocsin_processing_lag_seconds',
      'From the arrival of a delivery until its events are visible.',
      () => [{ histogram: counters.lag }],
    );
    metrics.histogram('tocsin_commit_duration_seconds', 'Writing what became of a batch.', () => [
      { histogram: counters.commitSeconds },
    ]);
    metrics.counter(
      'tocsin_processing_failures_total',
      'Turns of a webhook that will be tried again.',
      () => [{ value: counters.failures }],
    );
    metrics.counter(
      'tocsin_gone_deliveries_total',
      'Deliveries that were quarantined because their webhook is gone.',
      () => [{ value: counters.gone }],
    );
    metrics.gauge(
      'tocsin_retention_refused',
      '1 while nothing is removed because it would be too much at once; somebody must confirm it.',
      () => [{ value: Number(counters.retentionRefused) }],
    );
  }
}
