import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `send` at an even pace, without waiting for earlier calls, and at the end waits for all of them.
 * @param rate calls per second
 * @param seconds how long
 * @throws the error of the first call that fails
 */
export async function atEvenPace(rate: number, seconds: number, send: () => Promise<void>): Promise<void> {
  const total = rate * seconds;
  const sent: Promise<void>[] = [];
  const began = performance.now();
  while (sent.length < total) {
    const due = Math.min(total, ((performance.now() - began) * rate) / 1000);
    while (sent.length < due) {
      const one = send();
      // Avoids an unhandled rejection; Promise.all below reports the error.
      one.catch(() => undefined);
      sent.push(one);
    }
    await sleep(1);
  }
  await Promise.all(sent);
}
