/** Part of a trace that is under way. */
export interface Step {
  /** Of the parts below it, in the form of W3C's `traceparent`. */
  readonly context: string;
  /** Also where it failed. */
  end(failed: boolean): void;
}

export type StepDetails = Readonly<Record<string, string | number>>;

/** Records the way of a delivery in a tracing system. Costs nothing when off, or for a delivery that is not sampled. */
export abstract class Traces {
  abstract readonly on: boolean;

  /** @param parent the sender's `traceparent`, where it has one. @returns `undefined` when nothing is to be traced */
  abstract begin(name: string, parent: string | undefined, details: StepDetails): Step | undefined;

  /** A part that is over, between two times (milliseconds of the epoch). @returns the context of what is below it */
  abstract record(name: string, parent: string, from: number, to: number, details: StepDetails): string;
}
