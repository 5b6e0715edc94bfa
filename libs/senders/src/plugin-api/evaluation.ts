import type { Json } from '#shared/kernel/json.js';

/** Expressions by their path within the options, e.g. `fields.title`. */
export type Expressions = readonly (readonly [path: string, expression: string])[];

/** What of a delivery expressions see, and the expressions; plain, to be sent elsewhere. */
export interface Evaluation {
  readonly expressions: Expressions;
  /** The body as JSON text, every digit as it came. */
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly path_suffix: string;
  /** Milliseconds since 1970: what `$now()` and `$millis()` give. */
  readonly received_at: number;
}

export interface EvaluatedAlarm {
  /** JSON pointer of the alarm in the payload; `null` where the split made it. */
  readonly pointer: string | null;
  /** The alarm itself, where the split made it. */
  readonly made?: Json;
  /** By path; what gave nothing is left out. */
  readonly values: Readonly<Record<string, Json>>;
  /** What failed, one text per expression. */
  readonly problems: readonly string[];
}

export type Evaluated =
  | { readonly ok: true; readonly alarms: readonly EvaluatedAlarm[] }
  | { readonly ok: false; readonly problem: string };

/** Expressions that are only to be compiled. */
export interface ExpressionCheck {
  readonly check: Expressions;
}

/** Why an expression cannot be used; of those that can there is none. */
export interface ExpressionProblem {
  readonly path: string;
  readonly reason: string;
}

/** Compiles and runs expressions of strangers where they can do no harm: to compile one can take as long as to run it. */
export interface ExpressionSandbox {
  /**
   * Whatever an expression does is a problem in the answer.
   * @throws PluginUnavailableError where expressions cannot be run at all
   */
  evaluate(evaluation: Evaluation): Promise<Evaluated>;
  /** @throws PluginUnavailableError where expressions cannot be compiled at all */
  check(expressions: Expressions): Promise<readonly ExpressionProblem[]>;
}
