/** An open span of a trace. */
export interface Step {
  /** The context for child spans, in the format of W3C's `traceparent`. */
  readonly context: string;
  /** Ends the span. Must also be called after a failure. */
  end(failed: boolean): void;
}

export type StepDetails = Readonly<Record<string, string | number>>;

/**
 * Records the processing of a delivery in a tracing system. Costs nothing when tracing is off or the delivery is not
 * sampled.
 */
export abstract class Traces {
  abstract readonly on: boolean;

  /**
   * Starts a span.
   * @param parent the `traceparent` of the sender, if it sent one
   * @returns `undefined` when nothing is to be traced
   */
  abstract begin(name: string, parent: string | undefined, details: StepDetails): Step | undefined;

  /**
   * Records a finished span. Times are milliseconds since the epoch.
   * @returns the context for child spans
   */
  abstract record(name: string, parent: string, from: number, to: number, details: StepDetails): string;
}
