import { NotifyTestbed } from './notify-testbed.js';
import { fillPending } from './fill-notifications.js';
import { perSecond } from './notify-receiver-process.js';
import { median, formatNumber } from './statistics.js';

const SMALL_BACKLOG = 10_000;
const LARGE_BACKLOG = 1_000_000;
const SUBSCRIPTIONS = 20;
const ROUNDS = 7;

/**
 * Measures whether claiming and settling notifications get slower with a larger backlog: two services in turns, one with a
 * small and one with a large backlog. In each round both send half of the small number; then the backlog is refilled.
 */
export async function compareBacklogs(scale: number): Promise<readonly [label: string, value: string][]> {
  const [smallBacklog, largeBacklog] = [SMALL_BACKLOG, LARGE_BACKLOG].map((waiting) =>
    Math.round(waiting * scale),
  ) as [number, number];
  const cases: { readonly testbed: NotifyTestbed; readonly waiting: number; readonly speeds: number[] }[] =
    [];
  try {
    for (const waiting of [smallBacklog, largeBacklog]) {
      const testbed = await NotifyTestbed.start();
      cases.push({ testbed, waiting, speeds: [] });
      await testbed.subscribeAll(0, SUBSCRIPTIONS);
      await testbed.startSender();
      const opened = await testbed.openAlerts(1);
      await testbed.receiver.waitForRequests(opened * SUBSCRIPTIONS);
      await testbed.stopSender();
    }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { testbed, waiting, speeds } of cases) {
        await fillPending(testbed.testbed.sql, waiting);
        await testbed.startSender();
        speeds.push(perSecond(await testbed.receiver.waitForRequests(smallBacklog / 2)));
        await testbed.stopSender();
        await testbed.receiver.waitForRequests(0);
      }
    const [smallSpeeds = [], largeSpeeds = []] = cases.map(({ speeds }) => speeds);
    const ratio = median(smallSpeeds.map((speed, round) => speed / (largeSpeeds[round] ?? speed)));
    return [
      [
        `signed notifications, ${formatNumber(smallBacklog)} waiting`,
        `${formatNumber(median(smallSpeeds))}/s`,
      ],
      [
        `  ${formatNumber(largeBacklog)} waiting`,
        `${formatNumber(median(largeSpeeds))}/s, ratio of the time ${ratio.toFixed(2)}`,
      ],
    ];
  } finally {
    for (const { testbed } of cases) await testbed.stop();
  }
}
