import { benchFanOut } from './fan-out.js';
import { compareFailingReceivers } from './notify-failing.js';
import { measureFetchLoop } from './notify-loop.js';
import { perSecond } from './notify-receiver-process.js';
import { NotifyTestbed } from './notify-testbed.js';
import { compareBacklogs } from './notify-backlog.js';
import { formatMilliseconds, formatNumber, readPeakMemory, printTable } from './statistics.js';

type Rows = readonly (readonly [label: string, value: string])[];

const ALERTS = 3_000;
/** Enough to keep many requests in flight: each subscription has at most 8. */
const SUBSCRIPTIONS = 20;
const MAX_IN_FLIGHT = 8;
const MANY_SUBSCRIPTIONS = 1_000;
/** Notifications per second. */
const CHANGES_PER_SECOND = 500;
/** Seconds at that rate. */
const DURATION_SECONDS = 10;

/**
 * Measures signed notifications, each of which takes a unit of a quota, to a receiver on this machine, and compares them with
 * a plain loop of `fetch`. Also measures the cost of failing receivers and of a backlog, and how much matching subscriptions
 * slows down processing.
 * @param scale 1 is the published length
 */
export async function benchNotify(scale: number): Promise<void> {
  const fanOut = await benchFanOut(scale);
  const sending = await measureSending(scale);
  printTable([...sending, ...(await compareBacklogs(scale)), ...fanOut]);
}

async function measureSending(scale: number): Promise<Rows> {
  const testbed = await NotifyTestbed.start();
  try {
    const alerts = Math.round(ALERTS * scale);
    await testbed.subscribeAll(0, 1);
    await testbed.startSender();
    // Warm-up.
    await testbed.sendWhileOpening(alerts, 1);
    const lagToOne = await testbed.measureLag(CHANGES_PER_SECOND, DURATION_SECONDS * scale, 1);
    await testbed.stopSender();

    await testbed.subscribeAll(1, SUBSCRIPTIONS);
    const opened = await testbed.openAlerts(alerts);
    const sender = await testbed.startSender();
    const sendRate = perSecond(await testbed.receiver.waitForRequests(opened * SUBSCRIPTIONS));
    const lagToMany = await testbed.measureLag(
      CHANGES_PER_SECOND / SUBSCRIPTIONS,
      DURATION_SECONDS * scale,
      SUBSCRIPTIONS,
    );

    await testbed.subscribeAll(SUBSCRIPTIONS, MANY_SUBSCRIPTIONS);
    const failing = await compareFailingReceivers(
      testbed,
      (alerts * SUBSCRIPTIONS) / MANY_SUBSCRIPTIONS,
      MANY_SUBSCRIPTIONS,
    );
    const memory = await readPeakMemory(sender);

    const loopRate = await measureFetchLoop(
      testbed.receiver.url,
      alerts * SUBSCRIPTIONS,
      MAX_IN_FLIGHT * SUBSCRIPTIONS,
    );
    const lag = `change to first byte, p50 / p99`;
    return [
      ['signed notifications, quota taken', `${formatNumber(sendRate)}/s to ${SUBSCRIPTIONS} subscriptions`],
      ['a plain loop of fetch, signed', `${formatNumber(loopRate)}/s`],
      ['  ratio', (sendRate / loopRate).toFixed(2)],
      [
        `${lag}, ${CHANGES_PER_SECOND} changes/s to 1 subscription`,
        formatMilliseconds(lagToOne.p50, lagToOne.p99),
      ],
      [
        `  ${CHANGES_PER_SECOND / SUBSCRIPTIONS} changes/s to ${SUBSCRIPTIONS} subscriptions`,
        formatMilliseconds(lagToMany.p50, lagToMany.p99),
      ],
      ...failing,
      ['maximum memory of the worker that sends', `${formatNumber(memory)} MB`],
    ];
  } finally {
    await testbed.stop();
  }
}
