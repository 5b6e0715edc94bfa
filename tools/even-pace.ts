import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `send` at an even pace, without waiting for earlier calls, and at the end waits for all of them.
 * @param rate calls per second
 * @param seconds how long
 * @throws the error of the first call that fails
 */
export async function runAtEvenPace(rate: number, seconds: number, send: () => Promise<void>): Promise<void> {
  const total = rate * seconds;
  const calls: Promise<void>[] = [];
  const startedAt = performance.now();
  while (calls.length < total) {
    const due = Math.min(total, ((performance.now() - startedAt) * rate) / 1000);
    while (calls.length < due) {
      const call = send();
      // Avoids an unhandled rejection; Promise.all below reports the error.
      call.catch(() => undefined);
      calls.push(call);
    }
    await sleep(1);
  }
  await Promise.all(calls);
}
