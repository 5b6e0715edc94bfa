import { Injectable } from '@nestjs/common';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { ProcessingCounters } from '../application/processing-counters.js';

@Injectable()
export class ProcessingMetrics {
  constructor(metrics: Metrics, counters: ProcessingCounters) {
    const { plugins } = counters;
    metrics.counter('tocsin_alarms_total', 'Alarms by plugin and outcome.', () =>
      [...plugins].flatMap(([plugin, { outcomes }]) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ labels: { plugin, outcome }, value })),
      ),
    );
    metrics.counter(
      'tocsin_plugin_deliveries_total',
      'Deliveries parsed by a plugin, including repetitions after a failure.',
      () => [...plugins].map(([plugin, { deliveries: value }]) => ({ labels: { plugin }, value })),
    );
    metrics.counter(
      'tocsin_plugin_fallbacks_total',
      'Deliveries that plugin auto parsed because their plugin could not.',
      () => [...plugins].map(([plugin, { fallbacks: value }]) => ({ labels: { plugin }, value })),
    );
    metrics.counter('tocsin_plugin_seconds_total', 'Time that plugins took to parse deliveries.', () =>
      [...plugins].map(([plugin, { seconds: value }]) => ({ labels: { plugin }, value })),
    );
    metrics.histogram(
      'tocsin_processing_lag_seconds',
      'Time from the arrival of a delivery until its events are visible.',
      () => [{ histogram: counters.lag }],
    );
    metrics.histogram('tocsin_commit_duration_seconds', 'Time to write the results of a batch.', () => [
      { histogram: counters.commitSeconds },
    ]);
    metrics.counter(
      'tocsin_processing_failures_total',
      'Failed attempts to process a webhook that will be retried.',
      () => [{ value: counters.failures }],
    );
    metrics.counter(
      'tocsin_gone_deliveries_total',
      'Deliveries quarantined because their webhook does not exist.',
      () => [{ value: counters.orphans }],
    );
    metrics.counter(
      'tocsin_heartbeats_refused_total',
      'Pings that created no heartbeat because their domain has as many as it may have.',
      () => [{ value: counters.heartbeatsRefused }],
    );
    metrics.gauge(
      'tocsin_retention_refused',
      '1 while retention waits for confirmation because it would remove too much at once.',
      () => [{ value: Number(counters.retentionRefused) }],
    );
  }
}
