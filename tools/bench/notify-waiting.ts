import { NotifyStage } from './notify-stage.js';
import { fillWaiting } from './fill-notifications.js';
import { perSecond } from './notify-receiver-process.js';
import { median, number } from './statistics.js';

const FEW = 10_000;
const MANY = 1_000_000;
const SUBSCRIPTIONS = 20;
const ROUNDS = 7;

/**
 * Measures whether claiming and settling notifications get slower with a larger backlog: two services in turns, one with a
 * small and one with a large backlog. In each round both send half of the small number; then the backlog is refilled.
 */
export async function compareWaiting(scale: number): Promise<readonly [label: string, value: string][]> {
  const [few, many] = [FEW, MANY].map((waiting) => Math.round(waiting * scale)) as [number, number];
  const sides: { readonly stage: NotifyStage; readonly waiting: number; readonly speeds: number[] }[] = [];
  try {
    for (const waiting of [few, many]) {
      const stage = await NotifyStage.set();
      sides.push({ stage, waiting, speeds: [] });
      await stage.subscribeAll(0, SUBSCRIPTIONS);
      await stage.startSender();
      const opened = await stage.openAlerts(1);
      await stage.receiver.until(opened * SUBSCRIPTIONS);
      await stage.stopSender();
    }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { stage, waiting, speeds } of sides) {
        await fillWaiting(stage.stage.sql, waiting);
        await stage.startSender();
        speeds.push(perSecond(await stage.receiver.until(few / 2)));
        await stage.stopSender();
        await stage.receiver.until(0);
      }
    const [one = [], other = []] = sides.map(({ speeds }) => speeds);
    const ratio = median(one.map((speed, round) => speed / (other[round] ?? speed)));
    return [
      [`signed notifications, ${number(few)} waiting`, `${number(median(one))}/s`],
      [`  ${number(many)} waiting`, `${number(median(other))}/s, ratio of the time ${ratio.toFixed(2)}`],
    ];
  } finally {
    for (const { stage } of sides) await stage.strike();
  }
}
