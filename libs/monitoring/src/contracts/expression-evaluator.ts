import type { Json } from '#shared/kernel/json.js';

/** The result of an expression; `value` is `undefined` if the expression returned nothing. */
export type EvaluationResult =
  { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false; readonly problem: string };

/**
 * Compiles and runs JSONata expressions of users in isolated processes, for a context that lets users shape what it
 * sends. The domains take turns, so that none blocks the others.
 */
export abstract class ExpressionEvaluator {
  /**
   * Returns why the expression cannot be used, as the end of a sentence that begins with the name of the expression;
   * `undefined` if it can be used.
   */
  abstract findProblem(expression: string, domain_id: string): Promise<string | undefined>;

  /**
   * @param at the time that `$now()` returns
   * @param startBy the monotonic time in milliseconds after which the result is of no use
   * @throws TooLateError; any other error when no expression can be run at all
   */
  abstract evaluate(
    expression: string,
    input: object,
    at: Date,
    domain_id: string,
    startBy?: number,
  ): Promise<EvaluationResult>;
}
