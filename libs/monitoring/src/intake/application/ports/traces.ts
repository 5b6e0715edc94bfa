/** An open span of a trace. */
export interface Span {
  /** The context for child spans, in the format of W3C's `traceparent`. */
  readonly context: string;
  /** Ends the span. Must also be called after a failure. */
  end(failed: boolean): void;
}

export type SpanAttributes = Readonly<Record<string, string | number>>;

/**
 * Records the processing of a delivery in a tracing system. Costs nothing when tracing is off or the delivery is not
 * sampled.
 */
export abstract class Traces {
  abstract readonly isEnabled: boolean;

  /**
   * Starts a span.
   * @param parent the `traceparent` of the sender, if it sent one
   * @returns `undefined` when nothing is to be traced
   */
  abstract startSpan(name: string, parent: string | undefined, attributes: SpanAttributes): Span | undefined;

  /**
   * Records a finished span. Times are milliseconds since the epoch.
   * @returns the context for child spans
   */
  abstract recordSpan(
    name: string,
    parent: string,
    from: number,
    to: number,
    attributes: SpanAttributes,
  ): string;
}
