import { setTimeout as sleep } from 'node:timers/promises';
import { tryPort } from '../../tools/start/ports.js';
import type { NotifyTestbed } from './notify-testbed.js';
import { median, formatNumber } from './statistics.js';

const ROUNDS = 3;
/** Milliseconds; longer than the timeout of an attempt. */
const MAX_ATTEMPT_MS = 11_000;

/**
 * Measures how much failing receivers slow down the others: a closed port, one that never responds, one that sends a byte per
 * second, and one that responds with 500. Rounds without and with them alternate, because the service gets slower as more
 * is stored. Each round creates new subscriptions to them, so that it begins with closed circuit breakers.
 */
export async function compareFailingReceivers(
  testbed: NotifyTestbed,
  alerts: number,
  subscriptions: number,
): Promise<readonly [label: string, value: string][]> {
  const { receiver } = testbed;
  const failing = {
    dead: `http://127.0.0.1:${await tryPort('127.0.0.1', 0)}/`,
    hangs: receiver.urlFor('/hangs'),
    drips: receiver.urlFor('/drips'),
    fails: receiver.urlFor('/fails'),
  };
  // Warm-up.
  await testbed.sendWhileOpening(alerts, subscriptions);
  const baseline: number[] = [];
  const withFailing: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    baseline.push(await testbed.sendWhileOpening(alerts, subscriptions));
    const ids: string[] = [];
    for (const [name, url] of Object.entries(failing)) ids.push(await testbed.subscribe(name, url));
    withFailing.push(await testbed.sendWhileOpening(alerts, subscriptions));
    for (const id of ids) await testbed.unsubscribe(id);
    await sleep(MAX_ATTEMPT_MS);
  }
  const ratios = withFailing.map((speed, round) => speed / (baseline[round] ?? speed));
  return [
    [
      `${formatNumber(subscriptions)} subscriptions, while alerts change as well`,
      `${formatNumber(median(baseline))}/s`,
    ],
    [
      `  beside receivers that are dead, hang, drip and answer 500`,
      `${formatNumber(median(withFailing))}/s, ratio ${median(ratios).toFixed(2)}`,
    ],
  ];
}
