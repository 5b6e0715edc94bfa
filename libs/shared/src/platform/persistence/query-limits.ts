export abstract class QueryLimits {
  /** Milliseconds that a statement may run. */
  abstract readonly timeoutMs: number;
  /** Milliseconds that an exact count may take before the planner's estimate is returned instead. */
  abstract readonly countTimeoutMs: number;
  /** Milliseconds that a list may wait for a connection that others use. */
  abstract readonly waitTimeoutMs: number;
  /** The connections of the pool, which domains share. */
  abstract readonly connections: number;
}
