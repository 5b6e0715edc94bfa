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
const LAST_EXPORT = 2_000;

/** Sends spans to an OpenTelemetry collector. Contexts are W3C `traceparent` texts, so that they can be stored and passed on. */
export class Tracing implements OnApplicationShutdown {
  private readonly tracer: Tracer | undefined;

  private constructor(private readonly provider: TracerProvider | undefined) {
    this.tracer = provider?.getTracer('tocsin', RELEASE);
  }

  static async start({ endpoint, serviceName, ratio }: TracingSettings): Promise<Tracing> {
    if (endpoint === null) return new Tracing(undefined);
    const { exportSpans } = await import('./export-spans.js');
    return new Tracing(exportSpans(endpoint, serviceName, ratio));
  }

  get on(): boolean {
    return this.tracer !== undefined;
  }

  /** @returns `undefined` if tracing is off or this trace is not sampled */
  begin(name: string, parent: string | undefined, attributes: Attributes) {
    if (this.tracer === undefined) return undefined;
    const span = this.tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, contextOf(parent));
    if (!span.isRecording()) return undefined;
    return {
      context: traceparentOf(span),
      end: (failed: boolean) => {
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  record(name: string, parent: string, from: number, to: number, attributes: Attributes): string {
    if (this.tracer === undefined) return parent;
    const span = this.tracer.startSpan(name, { startTime: from, attributes }, contextOf(parent));
    span.end(to);
    return traceparentOf(span);
  }

  async onApplicationShutdown(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, LAST_EXPORT).unref());
    await Promise.race([this.provider?.shutdown().catch(() => undefined), late]);
  }
}

function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
