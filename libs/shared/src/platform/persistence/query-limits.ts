export abstract class QueryLimits {
  /** How long a statement may run. */
  abstract readonly timeoutMs: number;
  /** How long an exact count may take before the planner's estimate is given instead. */
  abstract readonly countMs: number;
  /** How long a list may wait for the others of its domain. */
  abstract readonly patienceMs: number;
  /** Connections there are; a domain gets half of them. */
  abstract readonly connections: number;
}
