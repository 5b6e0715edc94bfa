import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS, pathsOf } from './accept.js';
import { AlarmSequence } from './bodies.js';
import { countReceived } from './drain.js';
import { runLoad } from './run-load.js';
import { ALLOW_LOCAL_RECEIVERS } from './notify-testbed.js';
import { formatNumber, median, readCpuSeconds } from './statistics.js';
import { stopProcess } from './stop-process.js';
import { Testbed } from './testbed.js';

const DELIVERIES = 3_000;
const ALARMS_PER_BODY = 5;
const WEBHOOKS = 8;
const ROUNDS = 3;
/** The part of the deliveries in which a new worker warms up, and which is not measured. */
const WARM_UP = 0.2;

const RULES = { subscriptions: 100, silences: 100, inhibitions: 20, escalations: 10 };

const ROLES_BY_KIND = { without: 'processing', with: 'processing,notification' } as const;
type Kind = keyof typeof ROLES_BY_KIND;

const NOTHING = (n: number) => [{ k: 'title', v: `nothing of the kind ${n}`, o: 'eq' }];
const EVERYTHING = [{ k: 'title', v: '', o: 'not' }];

/**
 * Measures what the fan-out of changes costs beside their processing: the processor time of worker and database, and by how much
 * processing takes longer in a worker that does both.
 */
export async function benchFanOut(scale: number): Promise<readonly [label: string, value: string][]> {
  const testbed = await Testbed.start();
  try {
    const api = await testbed.startApp('api', ALLOW_LOCAL_RECEIVERS);
    const webhooks: string[] = [];
    for (let n = 0; n < WEBHOOKS; n += 1) webhooks.push(await testbed.createWebhook(api.url, `bench ${n}`));
    const measure = () => compareCosts(testbed, webhooks, Math.round(DELIVERIES * scale));
    const create = (path: string, fields: object) =>
      testbed.post(`${api.url}/notification/v1/${path}`, { domain_id: 'bench', ...fields });
    // Nothing more is sent once the first notification has used up the quota.
    await create('quotas', { protocol_id: 'webhook', limit: { day: 1 } });
    const createRules = await createUnmatchedRules(create);
    const unmatched = await measure();
    await createRules.matchingSubscription();
    const oneSubscription = await measure();
    await createRules.matchingInhibition();
    const oneInhibition = await measure();
    await createRules.matchingEscalation();
    const oneEscalation = await measure();
    const { subscriptions, silences, inhibitions, escalations } = RULES;
    return [
      [
        `fan-out with ${subscriptions} subscriptions, ${silences} silences, ${inhibitions} inhibitions, ${escalations} escalations, of a change`,
        unmatched,
      ],
      ['  and one more subscription, which matches each', oneSubscription],
      ['  and one more inhibition, which each waits for', oneInhibition],
      ['  and one more escalation, which each begins', oneEscalation],
    ];
  } finally {
    await testbed.stop();
  }
}

async function createUnmatchedRules(create: (path: string, fields: object) => Promise<unknown>) {
  const subscribe = async (name: string, fields: object) => {
    const { subscription_id } = (await create('subscriptions', {
      ...{ name, protocol_id: 'webhook', options: { url: 'http://127.0.0.1:9/' } },
      ...fields,
    })) as { subscription_id: string };
    return subscription_id;
  };
  for (let n = 0; n < RULES.subscriptions; n += 1) await subscribe(`bench ${n}`, { filter: NOTHING(n) });
  for (let n = 0; n < RULES.silences; n += 1)
    await create('silences', {
      ...{ name: `bench ${n}`, filter: NOTHING(n), ends_at: 'now + 1d', reason: 'bench' },
    });
  const inhibit = (name: string, target: object) =>
    create('inhibitions', { name, source: NOTHING(0), target, equal: ['webhook_id'] });
  for (let n = 0; n < RULES.inhibitions; n += 1) await inhibit(`bench ${n}`, NOTHING(n + 1));
  const trigger = 'ESCALATION';
  const [first, fallback] = [await subscribe('first', { trigger }), await subscribe('last', { trigger })];
  const escalate = (name: string, filter: object) =>
    create('escalations', {
      ...{ name, filter, fallback },
      steps: [{ after: 3_600, subscriptions: [first] }],
    });
  for (let n = 0; n < RULES.escalations; n += 1) await escalate(`bench ${n}`, NOTHING(n));
  return {
    matchingSubscription: () => subscribe('all', {}),
    matchingInhibition: () => inhibit('all', EVERYTHING),
    matchingEscalation: () => escalate('all', []),
  };
}

/** Measures both kinds in turns, because both get slower as more is stored. */
async function compareCosts(
  testbed: Testbed,
  webhooks: readonly string[],
  deliveries: number,
): Promise<string> {
  const rounds: Record<Kind, DrainCosts[]> = { without: [], with: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['without', 'with'] as const)
      rounds[kind].push(await drain(testbed, webhooks, deliveries, kind));
  const of = (kind: Kind, cost: keyof DrainCosts) => median(rounds[kind].map((each) => each[cost]));
  const [processing, both] = [of('without', 'cpu'), of('with', 'cpu')];
  const toPercent = (ratio: number) => Math.round((ratio - 1) * 100);
  const slower = toPercent(of('with', 'processing') / of('without', 'processing'));
  return (
    `${formatNumber(both - processing)} µs, ${toPercent(both / processing)} % of processing (${formatNumber(processing)} µs), ` +
    `which takes ${slower} % longer`
  );
}

/** Microseconds for each change. */
interface DrainCosts {
  /** Processor time of worker and database. */
  readonly cpu: number;
  /** The time until all is processed. */
  readonly processing: number;
}

async function drain(
  testbed: Testbed,
  webhooks: readonly string[],
  deliveries: number,
  kind: Kind,
): Promise<DrainCosts> {
  const sequence = new AlarmSequence();
  const before = await countReceived(testbed);
  await runLoad({
    url: webhooks[0] ?? '',
    body: () => sequence.nextBody(ALARMS_PER_BODY),
    paths: pathsOf(webhooks),
    connections: CONNECTIONS,
    amount: deliveries,
  });
  const serverPid = await testbed.serverPid();
  const { pid } = await testbed.startApp('worker', {
    ...ALLOW_LOCAL_RECEIVERS,
    WORKER_ROLES: ROLES_BY_KIND[kind],
  });
  const readCpu = async () => (await readCpuSeconds(pid)) + (await readCpuSeconds(serverPid));
  const [warm, begun] = [before + deliveries * WARM_UP, before + deliveries];
  while ((await countReceived(testbed)) < warm) await sleep(20);
  const [cpu, changes, started] = [await readCpu(), await countChanges(testbed), performance.now()];
  while ((await countReceived(testbed)) < begun) await sleep(20);
  const processedAt = performance.now();
  if (kind === 'with') while (!(await isFannedOut(testbed))) await sleep(50);
  const seconds = (await readCpu()) - cpu;
  const changed = (await countChanges(testbed)) - changes;
  await stopProcess(pid);
  if (kind === 'without') await fanOutRest(testbed);
  return {
    cpu: (seconds * 1_000_000) / changed,
    processing: ((processedAt - started) * 1_000) / changed,
  };
}

/** Fans out what a round without fan-out left, so that the next one begins at the end. */
async function fanOutRest(testbed: Testbed): Promise<void> {
  const { pid } = await testbed.startApp('worker', {
    ...ALLOW_LOCAL_RECEIVERS,
    WORKER_ROLES: 'notification',
  });
  while (!(await isFannedOut(testbed))) await sleep(100);
  await stopProcess(pid);
}

async function isFannedOut(testbed: Testbed): Promise<boolean> {
  const { rows } = await testbed.sql.query<{ is_done: boolean }>(
    // By the indexes of both: what asks again and again would otherwise be most of what is measured.
    `select (select xid from alert_change order by xid desc limit 1)
        < (select xid from notification_cursor order by xid limit 1) as is_done`,
  );
  return rows[0]?.is_done === true;
}

async function countChanges(testbed: Testbed): Promise<number> {
  const { rows } = await testbed.sql.query<{ changes: number }>(
    'select last_value::int as changes from alert_change_index',
  );
  return rows[0]?.changes ?? 0;
}
