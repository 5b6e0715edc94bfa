import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry, type Metric } from 'prom-client';
import type { Histogram } from '../../kernel/histogram.js';
import { RELEASE } from '../release.js';

export interface Sample {
  /** The values must come from a fixed list, which does not grow with what callers send. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface HistogramSample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly histogram: Histogram;
}

type SampleReader<T> = () => readonly T[] | Promise<readonly T[]>;

interface MetricLine {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * The metrics of a process. Counting code keeps plain numbers, and registers here how to read them: the scrape bears the
 * cost, not the requests.
 */
@Injectable()
export class Metrics {
  /** Not the global registry, so that several apps fit into one process (tests). */
  private readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'tocsin_build_info',
      help: 'Always 1; the release is in the label.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version: RELEASE }, 1);
  }

  /** Registers a sum that only grows while the process lives. */
  counter(name: `tocsin_${string}_total`, help: string, read: SampleReader<Sample>): void {
    this.register(name, help, 'counter', async () => toLines(await read()));
  }

  gauge(name: `tocsin_${string}`, help: string, read: SampleReader<Sample>): void {
    this.register(name, help, 'gauge', async () => toLines(await read()));
  }

  histogram(name: `tocsin_${string}`, help: string, read: SampleReader<HistogramSample>): void {
    this.register(name, help, 'histogram', async () =>
      (await read()).flatMap(({ labels = {}, histogram }) => toBucketLines(name, labels, histogram)),
    );
  }

  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  private register(
    name: string,
    help: string,
    type: string,
    lines: () => Promise<readonly MetricLine[]>,
  ): void {
    // A metric that cannot be read now (the database is unavailable) is left out, and all others are still reported.
    const get = async () => ({
      name,
      help,
      type,
      aggregator: 'sum',
      values: await lines().catch(() => []),
    });
    this.registry.registerMetric({ name, get, reset: () => undefined } as unknown as Metric);
  }
}

function toLines(samples: readonly Sample[]): MetricLine[] {
  return samples.map(({ labels = {}, value }) => ({ labels, value }));
}

function toBucketLines(
  name: string,
  labels: Readonly<Record<string, string>>,
  histogram: Histogram,
): MetricLine[] {
  let cumulativeCount = 0;
  const buckets = histogram.counts.map((count, at) => {
    cumulativeCount += count;
    const le = histogram.bounds[at] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: cumulativeCount };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: histogram.sum },
    { metricName: `${name}_count`, labels, value: cumulativeCount },
  ];
}
