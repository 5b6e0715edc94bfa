import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { RELEASE } from '../release.js';

const EXPORT_INTERVAL_MS = 1_000;

/**
 * Returns a provider of tracers that sends spans to the collector at `endpoint`. This module is loaded only if there is a
 * collector: it takes 25 MB.
 */
export function createTracerProvider(endpoint: string, serviceName: string, ratio: number): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces` });
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': RELEASE }),
    sampler: new ParentBasedSampler({
      root: ratio === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_INTERVAL_MS })],
  });
}
