import type { Json } from '#shared/kernel/json.js';

/** What an expression made of a value; `undefined`: nothing. */
export type Evaluated =
  { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false; readonly problem: string };

/**
 * Compiles and runs JSONata of strangers where it can do no harm, for a context that lets them shape what it sends. Domains
 * have turns.
 */
export abstract class ExpressionEvaluator {
  /** Why it cannot be used, as the end of a sentence that begins with its name; `undefined`: it can. */
  abstract problemOf(expression: string, domain_id: string): Promise<string | undefined>;

  /** @param at what `$now()` gives. @throws when no expression can be run at all */
  abstract evaluate(expression: string, input: object, at: Date, domain_id: string): Promise<Evaluated>;
}
