export interface MappingLimits {
  /** Milliseconds of processor time per delivery. */
  readonly timeoutMs: number;
  /** Milliseconds of real time per delivery: on a busy machine a process waits for its processor time. */
  readonly wallClockMs: number;
  readonly memoryMb: number;
  /** The maximum number of processes. They start on demand and end when idle. */
  readonly processes: number;
}

/** The time is a hundred times that of the longest mapping of the samples. The processes leave a core to the worker. */
export const MAPPING_LIMITS: MappingLimits = {
  timeoutMs: 100,
  wallClockMs: 2_000,
  memoryMb: 64,
  processes: 2,
};
