import type { AttemptResult } from './protocol.js';

/** Returns the result of an attempt of which nothing left. It costs no unit and is made again. */
export function createUnsentResult(reason: string): AttemptResult {
  return { verdict: { outcome: 'retry', reason, nothingLeft: true }, status: null, answer: null };
}
