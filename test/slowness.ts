/** Milliseconds that the sample takes on the quiet machine on which the limits of the tests were set. */
const QUIET_MS = 100;
const ROUNDS = 2_700;
const SAMPLE = {
  alerts: Array.from({ length: 40 }, (_, n) => ({
    labels: { alertname: `a${n}`, host: `db-${n}` },
    value: n / 3,
  })),
};

/**
 * Returns how many times longer than on that machine a fixed piece of work takes now: 1 or more. A slower processor counts
 * as other load does. Tests divide measured durations by it, so that they do not fail on a slow or busy machine. Call it
 * before and after the measurement, not during it.
 */
export function slowness(): number {
  const started = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) structuredClone(SAMPLE);
  return Math.max(1, (performance.now() - started) / QUIET_MS);
}

/** Returns the duration of `work` in milliseconds, corrected for the speed and the load of the machine. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = slowness();
  const began = performance.now();
  await work();
  const elapsedMs = performance.now() - began;
  return elapsedMs / Math.max(before, slowness());
}
