import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `send` so many times a second, one after another at an even pace whatever they take, and waits for all of them.
 * @param rate per second
 * @param seconds how long
 * @throws what one of them fails with
 */
export async function atEvenPace(rate: number, seconds: number, send: () => Promise<void>): Promise<void> {
  const total = rate * seconds;
  const sent: Promise<void>[] = [];
  const began = performance.now();
  while (sent.length < total) {
    const due = Math.min(total, ((performance.now() - began) * rate) / 1000);
    while (sent.length < due) {
      const one = send();
      // It is told of at the end.
      one.catch(() => undefined);
      sent.push(one);
    }
    await sleep(1);
  }
  await Promise.all(sent);
}
