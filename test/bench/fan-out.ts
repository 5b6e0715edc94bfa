import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS, pathsOf } from './accept.js';
import { AlarmSequence } from './bodies.js';
import { countReceived } from './drain.js';
import { runLoad } from './run-load.js';
import { ALLOW_LOCAL_RECEIVERS } from './notify-testbed.js';
import { Testbed } from './testbed.js';
import { median, formatNumber } from './statistics.js';
import { stopProcess } from './stop-process.js';

const DELIVERIES = 5_000;
const ALARMS_PER_BODY = 5;
const WEBHOOKS = 8;
const SUBSCRIPTIONS = 100;
const SILENCES = 100;
const INHIBITIONS = 20;
const ROUNDS = 3;

const ROLES_BY_KIND = {
  without: 'processing',
  beside: 'processing,notification',
} as const;
type Speeds = Record<keyof typeof ROLES_BY_KIND, number>;

/** Measures how much matching subscriptions slows down a worker that processes alarms. */
export async function benchFanOut(scale: number): Promise<readonly [label: string, value: string][]> {
  const testbed = await Testbed.start();
  try {
    const api = await testbed.startApp('api', ALLOW_LOCAL_RECEIVERS);
    const webhooks: string[] = [];
    for (let n = 0; n < WEBHOOKS; n += 1) webhooks.push(await testbed.createWebhook(api.url, `bench ${n}`));
    const deliveries = Math.round(DELIVERIES * scale);
    // Warm-up.
    await drain(testbed, webhooks, deliveries, 'without');
    const withoutSubscriptions = await compareSpeeds(testbed, webhooks, deliveries);
    // Each change matches one subscription. Nothing more is sent once the first notification has used up the quota.
    const create = (path: string, fields: object) =>
      testbed.post(`${api.url}/notification/v1/${path}`, {
        domain_id: 'bench',
        protocol_id: 'webhook',
        ...fields,
      });
    await create('quotas', { limit: { day: 1 } });
    for (let n = 0; n < SUBSCRIPTIONS; n += 1)
      await create('subscriptions', {
        name: `bench ${n}`,
        options: { url: 'http://127.0.0.1:9/' },
        filter: n === 0 ? [] : [{ k: 'title', v: `nothing of the kind ${n}`, o: 'eq' }],
      });
    const withSubscriptions = await compareSpeeds(testbed, webhooks, deliveries);
    const isNothing = (n: number) => [{ k: 'title', v: `nothing of the kind ${n}`, o: 'eq' }];
    for (let n = 0; n < SILENCES; n += 1)
      await create('silences', {
        ...{ name: `bench ${n}`, filter: isNothing(n), ends_at: 'now + 1d', reason: 'bench' },
        protocol_id: undefined,
      });
    // Each change is a target of one inhibition and waits for its source.
    for (let n = 0; n < INHIBITIONS; n += 1)
      await create('inhibitions', {
        name: `bench ${n}`,
        source: isNothing(n),
        target: n === 0 ? [{ k: 'title', v: '', o: 'not' }] : isNothing(n),
        equal: ['webhook_id'],
        protocol_id: undefined,
      });
    const withEverything = await compareSpeeds(testbed, webhooks, deliveries);
    return [
      ['processing without fan-out', `${formatNumber(withoutSubscriptions.without)} deliveries/s`],
      ['  with it, no subscription', ratio(withoutSubscriptions)],
      [`  with it, ${SUBSCRIPTIONS} subscriptions, one of which matches`, ratio(withSubscriptions)],
      [`  and ${SILENCES} silences, ${INHIBITIONS} inhibitions, one of which matches`, ratio(withEverything)],
    ];
  } finally {
    await testbed.stop();
  }
}

const ratio = ({ without, beside }: Speeds) =>
  `${formatNumber(beside)} deliveries/s, ratio ${(beside / without).toFixed(2)}`;

/** Measures both in turns, because both get slower as more is stored. */
async function compareSpeeds(
  testbed: Testbed,
  webhooks: readonly string[],
  deliveries: number,
): Promise<Speeds> {
  const speeds: Record<keyof Speeds, number[]> = { without: [], beside: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['without', 'beside'] as const)
      speeds[kind].push(await drain(testbed, webhooks, deliveries, kind));
  return { without: median(speeds.without), beside: median(speeds.beside) };
}

/** @returns deliveries per second */
async function drain(
  testbed: Testbed,
  webhooks: readonly string[],
  deliveries: number,
  kind: keyof Speeds,
): Promise<number> {
  const sequence = new AlarmSequence();
  const before = await countReceived(testbed);
  await runLoad({
    url: webhooks[0] ?? '',
    body: () => sequence.nextBody(ALARMS_PER_BODY),
    paths: pathsOf(webhooks),
    connections: CONNECTIONS,
    amount: deliveries,
  });
  const { pid } = await testbed.startApp('worker', {
    ...ALLOW_LOCAL_RECEIVERS,
    WORKER_ROLES: ROLES_BY_KIND[kind],
  });
  const startedAt = performance.now();
  while ((await countReceived(testbed)) - before < deliveries) await sleep(20);
  const seconds = (performance.now() - startedAt) / 1_000;
  await stopProcess(pid);
  await drainNotifications(testbed);
  return deliveries / seconds;
}

/** Lets a worker create the outstanding notifications, so that the next round starts without a backlog. */
async function drainNotifications(testbed: Testbed): Promise<void> {
  const { pid } = await testbed.startApp('worker', {
    ...ALLOW_LOCAL_RECEIVERS,
    WORKER_ROLES: 'notification',
  });
  const count = async () => {
    const { rows } = await testbed.sql.query<{ count: number }>(
      'select count(*)::int as count from notification',
    );
    return rows[0]?.count ?? 0;
  };
  for (let [before, now] = [-1, await count()]; now !== before; [before, now] = [now, await count()])
    await sleep(2_000);
  await stopProcess(pid);
}
