const SAMPLE_MS = 100;

/**
 * Returns the current ratio of elapsed time to CPU time: 1 on a quiet machine. Tests divide measured durations by it, so
 * that they do not fail on a busy machine. Call it before and after the measurement, not during it.
 */
export function slowness(): number {
  const before = process.threadCpuUsage();
  const started = performance.now();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    const used = (user + system) / 1_000;
    if (used >= SAMPLE_MS) return Math.max(1, (performance.now() - started) / used);
  }
}

/** Returns the duration of `work` in milliseconds, corrected for the load of the machine. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = slowness();
  const began = performance.now();
  await work();
  const elapsedMs = performance.now() - began;
  return elapsedMs / Math.max(before, slowness());
}
