/** What expressions may take. */
export abstract class MappingLimits {
  /** Processor time of one delivery. */
  abstract readonly timeoutMs: number;
  abstract readonly memoryMb: number;
  /** Processes at the most; they are started when there is something to evaluate, and end when there is nothing. */
  abstract readonly processes: number;
}
