import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice, Fault } from './faults.js';
import { query } from './query.js';
import type { Receiver } from './receiver.js';
import type { Testbed } from './testbed.js';

/** Milliseconds; longer than the timeout of an attempt. */
const LONGER_THAN_TIMEOUT_MS = 10_500;
/** Milliseconds; longer than the lease of an attempt. */
const LONGER_THAN_LEASE_MS = 21_500;

/** Faults of receivers and of the workers that send to them. */
export const NOTIFICATION_FAULTS: Readonly<Record<string, Fault>> = {
  'receiver killed': atRandomReceiver(async (receiver, { random }) => {
    await receiver.kill();
    await sleep(300 + 2_000 * random());
    await receiver.start();
  }),
  'receiver paused': atRandomReceiver((receiver, { random }) =>
    pauseReceiver(receiver, 1_000 + 2_000 * random()),
  ),
  'receiver paused beyond the timeout of an attempt': atRandomReceiver((receiver) =>
    pauseReceiver(receiver, LONGER_THAN_TIMEOUT_MS),
  ),
  'receivers unreachable': async ({ receivers }, { random }) => {
    for (const { network } of receivers) network?.cut();
    await sleep(1_000 + 4_000 * random());
    const resumeTraffic = random() < 0.5;
    for (const { network } of receivers) network?.restore(resumeTraffic);
  },
  'mailbox full': async ({ mailboxes }, { random }) => {
    if (mailboxes === undefined) return;
    mailboxes.isFull = true;
    await sleep(2_000 + 10_000 * random());
    mailboxes.isFull = false;
  },
  'worker killed while it sends': async (testbed, { pick }) => {
    const worker = pick(testbed.workers);
    await waitUntilSending(testbed);
    await worker.kill();
    await worker.start();
  },
  'all workers killed while they send': async (testbed) => {
    await waitUntilSending(testbed);
    await Promise.all(testbed.workers.map((worker) => worker.kill()));
    await Promise.all(testbed.workers.map((worker) => worker.start()));
  },
  'worker paused between claim and send until others took over': async (testbed, { pick }) => {
    const worker = pick(testbed.workers);
    await waitUntilSending(testbed);
    worker.signal('SIGSTOP');
    await sleep(LONGER_THAN_LEASE_MS);
    worker.signal('SIGCONT');
  },
};

function atRandomReceiver(fault: (receiver: Receiver, dice: Dice) => Promise<void>): Fault {
  return ({ receivers }, dice) => fault(dice.pick(receivers), dice);
}

async function pauseReceiver(receiver: Receiver, milliseconds: number): Promise<void> {
  receiver.signal('SIGSTOP');
  await sleep(milliseconds);
  receiver.signal('SIGCONT');
}

/** Waits until attempts are in flight, at most 3 s. */
async function waitUntilSending({ databaseUrl }: Testbed): Promise<void> {
  const text = `select from notification_lane where attempted_at > clock_timestamp() - interval '100 ms' limit 1`;
  for (const deadline = Date.now() + 3_000; Date.now() < deadline;)
    if ((await query(databaseUrl, text)).length > 0) return;
}
