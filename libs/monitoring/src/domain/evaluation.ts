import type { Json } from '#shared/kernel/json.js';

/** What of a delivery expressions see, and the expressions; plain, to be sent elsewhere. */
export interface Evaluation {
  readonly expressions: readonly (readonly [path: string, expression: string])[];
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

/**
 * Runs expressions where they can do no harm. Rejects with PluginUnavailableError where they cannot be run at all;
 * whatever an expression does is a problem in the answer.
 */
export type Evaluate = (evaluation: Evaluation) => Promise<Evaluated>;
