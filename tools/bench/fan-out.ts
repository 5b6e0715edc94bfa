import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS, pathsOf } from './accept.js';
import { AlarmStory } from './bodies.js';
import { countReceived } from './drain.js';
import { load } from './load.js';
import { ALLOWED } from './notify-stage.js';
import { Stage } from './stage.js';
import { median, number } from './statistics.js';
import { stopProcess } from './stop-process.js';

const DELIVERIES = 5_000;
const ALARMS_PER_BODY = 5;
const WEBHOOKS = 8;
const SUBSCRIPTIONS = 100;
const ROUNDS = 3;

const WORKERS = {
  without: 'processing',
  beside: 'processing,notification',
} as const;
type Speeds = Record<keyof typeof WORKERS, number>;

/** Measures how much matching subscriptions slows down a worker that processes alarms. */
export async function benchFanOut(scale: number): Promise<readonly [label: string, value: string][]> {
  const stage = await Stage.set();
  try {
    const api = await stage.startApp('api', ALLOWED);
    const webhooks: string[] = [];
    for (let n = 0; n < WEBHOOKS; n += 1) webhooks.push(await stage.createWebhook(api.url, `bench ${n}`));
    const deliveries = Math.round(DELIVERIES * scale);
    // Warm-up.
    await drain(stage, webhooks, deliveries, 'without');
    const none = await compare(stage, webhooks, deliveries);
    // Each change matches one subscription. Nothing more is sent once the first notification has used up the quota.
    const create = (path: string, fields: object) =>
      stage.post(`${api.url}/notification/v1/${path}`, {
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
    const many = await compare(stage, webhooks, deliveries);
    return [
      ['processing without fan-out', `${number(none.without)} deliveries/s`],
      ['  with it, no subscription', ratio(none)],
      [`  with it, ${SUBSCRIPTIONS} subscriptions, one of which matches`, ratio(many)],
    ];
  } finally {
    await stage.strike();
  }
}

const ratio = ({ without, beside }: Speeds) =>
  `${number(beside)} deliveries/s, ratio ${(beside / without).toFixed(2)}`;

/** Measures both in turns, because both get slower as more is stored. */
async function compare(stage: Stage, webhooks: readonly string[], deliveries: number): Promise<Speeds> {
  const speeds: Record<keyof Speeds, number[]> = { without: [], beside: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['without', 'beside'] as const)
      speeds[kind].push(await drain(stage, webhooks, deliveries, kind));
  return { without: median(speeds.without), beside: median(speeds.beside) };
}

/** @returns deliveries per second */
async function drain(
  stage: Stage,
  webhooks: readonly string[],
  deliveries: number,
  kind: keyof Speeds,
): Promise<number> {
  const story = new AlarmStory();
  const before = await countReceived(stage);
  await load({
    url: webhooks[0] ?? '',
    body: () => story.body(ALARMS_PER_BODY),
    paths: pathsOf(webhooks),
    connections: CONNECTIONS,
    amount: deliveries,
  });
  const { pid } = await stage.startApp('worker', { ...ALLOWED, WORKER_ROLES: WORKERS[kind] });
  const began = performance.now();
  while ((await countReceived(stage)) - before < deliveries) await sleep(20);
  const seconds = (performance.now() - began) / 1_000;
  await stopProcess(pid);
  await catchUp(stage);
  return deliveries / seconds;
}

/** Lets a worker create the outstanding notifications, so that the next round starts without a backlog. */
async function catchUp(stage: Stage): Promise<void> {
  const { pid } = await stage.startApp('worker', { ...ALLOWED, WORKER_ROLES: 'notification' });
  const count = async () => {
    const { rows } = await stage.sql.query<{ count: number }>(
      'select count(*)::int as count from notification',
    );
    return rows[0]?.count ?? 0;
  };
  for (let [before, now] = [-1, await count()]; now !== before; [before, now] = [now, await count()])
    await sleep(2_000);
  await stopProcess(pid);
}
