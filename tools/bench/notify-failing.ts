import { setTimeout as sleep } from 'node:timers/promises';
import { tryPort } from '../start/ports.js';
import type { NotifyStage } from './notify-stage.js';
import { median, number } from './statistics.js';

const ROUNDS = 3;
/** Milliseconds: longer than an attempt may take. */
const LONGEST_ATTEMPT = 11_000;

/**
 * What receivers that fail cost the others: a port that nobody listens on, one that accepts connections and never answers,
 * one that answers a byte a second, and one that answers 500 to everything. Without and with them in turns, as the service
 * gets slower the more is stored. Each round has new subscriptions to them: it begins with breakers that are closed.
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
  // What is done for the first time takes longer.
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
