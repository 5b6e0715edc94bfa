import type { Json } from '#shared/kernel/json.js';

/** Expressions with their path in the options, e.g. `fields.title`. */
export type Expressions = readonly (readonly [path: string, expression: string])[];

/** The expressions and the part of a delivery that they see. Plain data, because it is sent to another process. */
export interface EvaluationRequest {
  readonly expressions: Expressions;
  /** The body as JSON text. Numbers keep all of their digits. */
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly path_suffix: string;
  /** Milliseconds since 1970. `$now()` and `$millis()` return this time. */
  readonly received_at: number;
}

export interface EvaluatedAlarm {
  /** JSON pointer of the alarm in the payload; `null` if the `split` expression constructed the alarm. */
  readonly pointer: string | null;
  /** The alarm itself, if the `split` expression constructed it. */
  readonly made?: Json;
  /** The results of the expressions, by path. Expressions without a result are omitted. */
  readonly values: Readonly<Record<string, Json>>;
  /** One message for each expression that failed. */
  readonly problems: readonly string[];
}

export type EvaluationResult =
  /** `used_ms`: the processor time that they took. */
  | { readonly ok: true; readonly alarms: readonly EvaluatedAlarm[]; readonly used_ms: number }
  /** `exceeds_limits`: they were ended, with their process. */
  | { readonly ok: false; readonly problem: string; readonly exceeds_limits?: true };

/** A request to compile expressions without running them. */
export interface ExpressionCheck {
  readonly check: Expressions;
}

/** Why an expression cannot be compiled. */
export interface ExpressionProblem {
  readonly path: string;
  readonly reason: string;
}

/** Compiles and runs untrusted expressions in isolation. Compiling is isolated too, because it can take as long as running. */
export interface ExpressionSandbox {
  /**
   * Evaluates expressions. A failure of an expression is reported in the result, never thrown.
   * @param consumer who waits behind its own evaluations, and not behind those of others
   * @throws PluginUnavailableError if expressions cannot be run at present
   */
  evaluate(evaluation: EvaluationRequest, consumer: string): Promise<EvaluationResult>;
  /** @throws PluginUnavailableError if expressions cannot be compiled at present */
  check(expressions: Expressions): Promise<readonly ExpressionProblem[]>;
}
