import { setTimeout as sleep } from 'node:timers/promises';
import { tryPort } from '../start/ports.js';
import type { NotifyStage } from './notify-stage.js';
import { median, number } from './statistics.js';

const ROUNDS = 3;
/** Milliseconds; longer than the timeout of an attempt. */
const LONGEST_ATTEMPT = 11_000;

/**
 * Measures how much failing receivers slow down the others: a closed port, one that never responds, one that sends a byte per
 * second, and one that responds with 500. Rounds without and with them alternate, because the service gets slower as more
 * is stored. Each round creates new subscriptions to them, so that it begins with closed circuit breakers.
 */
export async function compareFailing(
  stage: NotifyStage,
  alerts: number,
  subscriptions: number,
): Promise<readonly [label: string, value: string][]> {
  const { receiver } = stage;
  const failing = {
    dead: `http://127.0.0.1:${await tryPort('127.0.0.1', 0)}/`,
    hangs: receiver.at('/hangs'),
    drips: receiver.at('/drips'),
    fails: receiver.at('/fails'),
  };
  // Warm-up.
  await stage.sendWhileOpening(alerts, subscriptions);
  const without: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(await stage.sendWhileOpening(alerts, subscriptions));
    const ids: string[] = [];
    for (const [name, url] of Object.entries(failing)) ids.push(await stage.subscribe(name, url));
    beside.push(await stage.sendWhileOpening(alerts, subscriptions));
    for (const id of ids) await stage.unsubscribe(id);
    await sleep(LONGEST_ATTEMPT);
  }
  const ratios = beside.map((speed, round) => speed / (without[round] ?? speed));
  return [
    [`${number(subscriptions)} subscriptions, while alerts change as well`, `${number(median(without))}/s`],
    [
      `  beside receivers that are dead, hang, drip and answer 500`,
      `${number(median(beside))}/s, ratio ${median(ratios).toFixed(2)}`,
    ],
  ];
}
