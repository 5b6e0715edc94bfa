import type { OnApplicationShutdown } from '@nestjs/common';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { TracerProvider } from '@opentelemetry/sdk-trace';
import { RELEASE } from '../release.js';

export interface TracingSettings {
  /** The address of a collector (OTLP over HTTP), without the path; `null` turns tracing off. */
  readonly endpoint: string | null;
  readonly serviceName: string;
  /** The share of traces started here that are sampled. A sender of a `traceparent` decides for its own traces. */
  readonly ratio: number;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** Milliseconds to wait for the last export. Only spans are lost if the collector is unreachable. */
const FINAL_EXPORT_TIMEOUT_MS = 2_000;

/** Sends spans to an OpenTelemetry collector. Contexts are W3C `traceparent` texts, so that they can be stored and passed on. */
export class Tracing implements OnApplicationShutdown {
  private readonly tracer: Tracer | undefined;

  private constructor(private readonly provider: TracerProvider | undefined) {
    this.tracer = provider?.getTracer('tocsin', RELEASE);
  }

  static async start({ endpoint, serviceName, ratio }: TracingSettings): Promise<Tracing> {
    if (endpoint === null) return new Tracing(undefined);
    const { createTracerProvider } = await import('./create-tracer-provider.js');
    return new Tracing(createTracerProvider(endpoint, serviceName, ratio));
  }

  get isEnabled(): boolean {
    return this.tracer !== undefined;
  }

  /** @returns `undefined` if tracing is off or this trace is not sampled */
  startSpan(name: string, parent: string | undefined, attributes: Attributes) {
    if (this.tracer === undefined) return undefined;
    const span = this.tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parseTraceparent(parent));
    if (!span.isRecording()) return undefined;
    return {
      context: formatTraceparent(span),
      end: (failed: boolean) => {
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  recordSpan(name: string, parent: string, from: number, to: number, attributes: Attributes): string {
    if (this.tracer === undefined) return parent;
    const span = this.tracer.startSpan(name, { startTime: from, attributes }, parseTraceparent(parent));
    span.end(to);
    return formatTraceparent(span);
  }

  async onApplicationShutdown(): Promise<void> {
    const timeout = new Promise((resolve) => setTimeout(resolve, FINAL_EXPORT_TIMEOUT_MS).unref());
    await Promise.race([this.provider?.shutdown().catch(() => undefined), timeout]);
  }
}

function parseTraceparent(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

function formatTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
