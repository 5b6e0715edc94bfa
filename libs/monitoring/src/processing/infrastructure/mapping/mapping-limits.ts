export interface MappingLimits {
  /** Processor time of one delivery. */
  readonly timeoutMs: number;
  /** By the clock, on a machine whose processors others use. */
  readonly clockMs: number;
  readonly memoryMb: number;
  /** Processes at the most; they are started when there is something to evaluate, and end when there is nothing. */
  readonly processes: number;
}

/** A hundred times what the longest mapping of the samples takes, and as many processes as leave a core to the worker. */
export const MAPPING_LIMITS: MappingLimits = {
  timeoutMs: 100,
  clockMs: 2_000,
  memoryMb: 64,
  processes: 2,
};
