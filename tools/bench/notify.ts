import { benchFanOut } from './fan-out.js';
import { compareFailing } from './notify-failing.js';
import { loopOfFetch } from './notify-loop.js';
import { perSecond } from './notify-receiver-process.js';
import { NotifyStage } from './notify-stage.js';
import { compareWaiting } from './notify-waiting.js';
import { milliseconds, number, peakMemory, print } from './statistics.js';

type Rows = readonly (readonly [label: string, value: string])[];

const ALERTS = 3_000;
/** Enough to keep many requests in flight: each subscription has at most 8. */
const SUBSCRIPTIONS = 20;
const IN_FLIGHT = 8;
const MANY = 1_000;
/** Notifications per second. */
const RATE = 500;
/** Seconds at that rate. */
const DURATION = 10;

/**
 * Measures signed notifications, each of which takes a unit of a quota, to a receiver on this machine, and compares them with
 * a plain loop of `fetch`. Also measures the cost of failing receivers and of a backlog, and how much matching subscriptions
 * slows down processing.
 * @param scale 1 is the published length
 */
export async function benchNotify(scale: number): Promise<void> {
  const fanOut = await benchFanOut(scale);
  const sending = await measureSending(scale);
  print([...sending, ...(await compareWaiting(scale)), ...fanOut]);
}

async function measureSending(scale: number): Promise<Rows> {
  const stage = await NotifyStage.set();
  try {
    const alerts = Math.round(ALERTS * scale);
    await stage.subscribeAll(0, 1);
    await stage.startSender();
    // Warm-up.
    await stage.sendWhileOpening(alerts, 1);
    const toOne = await stage.lagAt(RATE, DURATION * scale, 1);
    await stage.stopSender();

    await stage.subscribeAll(1, SUBSCRIPTIONS);
    const opened = await stage.openAlerts(alerts);
    const sender = await stage.startSender();
    const alone = perSecond(await stage.receiver.until(opened * SUBSCRIPTIONS));
    const toSome = await stage.lagAt(RATE / SUBSCRIPTIONS, DURATION * scale, SUBSCRIPTIONS);

    await stage.subscribeAll(SUBSCRIPTIONS, MANY);
    const failing = await compareFailing(stage, (alerts * SUBSCRIPTIONS) / MANY, MANY);
    const memory = await peakMemory(sender);

    const loop = await loopOfFetch(stage.receiver.url, alerts * SUBSCRIPTIONS, IN_FLIGHT * SUBSCRIPTIONS);
    const lag = `change to first byte, p50 / p99`;
    return [
      ['signed notifications, quota taken', `${number(alone)}/s to ${SUBSCRIPTIONS} subscriptions`],
      ['a plain loop of fetch, signed', `${number(loop)}/s`],
      ['  ratio', (alone / loop).toFixed(2)],
      [`${lag}, ${RATE} changes/s to 1 subscription`, milliseconds(toOne.p50, toOne.p99)],
      [
        `  ${RATE / SUBSCRIPTIONS} changes/s to ${SUBSCRIPTIONS} subscriptions`,
        milliseconds(toSome.p50, toSome.p99),
      ],
      ...failing,
      ['most memory of the worker that sends', `${number(memory)} MB`],
    ];
  } finally {
    await stage.strike();
  }
}
