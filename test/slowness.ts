const SAMPLE_MS = 100;

/**
 * How many times longer than its processor time a piece of work takes here and now: 1 on a quiet machine. What is to be
 * over in a time by the clock is allowed that many times as much; measured before and after, outside of what is timed.
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

/** Milliseconds that it takes, as on a quiet machine. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = slowness();
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  return took / Math.max(before, slowness());
}
