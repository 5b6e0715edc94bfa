import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice, Fault } from './faults.js';
import { query } from './query.js';
import type { Receiver } from './receiver.js';
import type { Stage } from './stage.js';

/** Milliseconds; longer than the timeout of an attempt. */
const BEYOND_PATIENCE = 10_500;
/** Milliseconds; longer than the lease of an attempt. */
const BEYOND_LEASE = 21_500;

/** Faults of receivers and of the workers that send to them. */
export const NOTIFICATION_FAULTS: Readonly<Record<string, Fault>> = {
  'receiver killed': onReceiver(async (receiver, { random }) => {
    await receiver.kill();
    await sleep(300 + 2_000 * random());
    await receiver.start();
  }),
  'receiver paused': onReceiver((receiver, { random }) => pauseFor(receiver, 1_000 + 2_000 * random())),
  'receiver paused beyond the patience of an attempt': onReceiver((receiver) =>
    pauseFor(receiver, BEYOND_PATIENCE),
  ),
  'receivers unheard of': async ({ receivers }, { random }) => {
    for (const { network } of receivers) network?.cut();
    await sleep(1_000 + 4_000 * random());
    const asIfNothing = random() < 0.5;
    for (const { network } of receivers) network?.mend(asIfNothing);
  },
  'worker killed while it sends': async (stage, { one }) => {
    const worker = one(stage.workers);
    await untilSending(stage);
    await worker.kill();
    await worker.start();
  },
  'all workers killed while they send': async (stage) => {
    await untilSending(stage);
    await Promise.all(stage.workers.map((worker) => worker.kill()));
    await Promise.all(stage.workers.map((worker) => worker.start()));
  },
  'worker paused between claim and send until others took over': async (stage, { one }) => {
    const worker = one(stage.workers);
    await untilSending(stage);
    worker.signal('SIGSTOP');
    await sleep(BEYOND_LEASE);
    worker.signal('SIGCONT');
  },
};

function onReceiver(fault: (receiver: Receiver, dice: Dice) => Promise<void>): Fault {
  return ({ receivers }, dice) => fault(dice.one(receivers), dice);
}

async function pauseFor(receiver: Receiver, milliseconds: number): Promise<void> {
  receiver.signal('SIGSTOP');
  await sleep(milliseconds);
  receiver.signal('SIGCONT');
}

/** Waits until attempts are in flight, at most 3 s. */
async function untilSending({ databaseUrl }: Stage): Promise<void> {
  const text = `select from notification_lane where attempted_at > clock_timestamp() - interval '100 ms' limit 1`;
  for (const deadline = Date.now() + 3_000; Date.now() < deadline;)
    if ((await query(databaseUrl, text)).length > 0) return;
}
