import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkChanges } from './chaos/check-changes.js';
import { waitUntilProcessed } from './chaos/check-events.js';
import { SENDERS } from './chaos/payloads.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

const REQUESTS = 5_000;
const SENDERS_AT_ONCE = 16;

let server: TestServer;
let api: AppUnderTest;
let worker: AppUnderTest;
/** Webhook `n % 4` for alarm `n`: not acknowledged, by the operation, by the sender, or by the sender and withdrawn again. */
let webhooks: CreatedWebhook[];

interface Decision {
  readonly n: number;
  readonly acknowledged: boolean;
  readonly deliveries: string[];
}

/** The requests that were answered with 2xx. Each is sent once, without a retry. */
const opened = new Set<number>();
const recovered = new Set<number>();
const decided: Decision[] = [];
let requests = 0;

beforeEach(async () => {
  for (const numbers of [opened, recovered]) numbers.clear();
  [decided.length, requests] = [0, 0];
  server = await startTestServer({ durable: true });
  [api, worker] = await Promise.all([
    startApi({ databaseUrl: server.url }),
    startWorker({ databaseUrl: server.url }),
  ]);
  webhooks = await Promise.all(Array.from({ length: 4 }, () => createWebhook(api.url, 'icinga')));
}, 120_000);

afterEach(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await server?.close();
});

async function isAnswered(method: string, path: string, body: unknown): Promise<boolean> {
  requests += 1;
  const answer = await call(method, api.url + path, body).catch(() => undefined);
  if (answer !== undefined && answer.status < 300) return true;
  // Rejected or cut off: pause before the next request, as a sender would.
  await sleep(50);
  return false;
}

function send(n: number, alarm: { readonly resolved?: boolean; readonly acknowledged?: boolean }) {
  const body = SENDERS.Icinga.body({ n, resolved: false, ...alarm, at: new Date() });
  return isAnswered('POST', webhooks[n % 4]?.path ?? '', body);
}

async function recover(n: number): Promise<void> {
  if (n % 8 < 4 && (await send(n, { resolved: true }))) recovered.add(n);
}

const recordDecision = (n: number, acknowledged: boolean, isDone: boolean) =>
  void decided.push({ n, acknowledged, deliveries: isDone ? ['answered'] : [] });

async function simulateAlarm(n: number): Promise<void> {
  if (!(await send(n, {}))) return;
  opened.add(n);
  // acknowledgeAll sends the recovery after its acknowledgement.
  if (n % 4 === 1) return;
  const acknowledgements = [[], [], [true], [true, false]][n % 4] ?? [];
  for (const acknowledged of acknowledgements)
    recordDecision(n, acknowledged, await send(n, { acknowledged }));
  await recover(n);
}

/** Acknowledges all open alerts by the operation, until `areSendersDone` returns true and none is left. */
async function acknowledgeAll(areSendersDone: () => boolean): Promise<void> {
  const webhook_id = webhooks[1]?.webhook_id ?? '';
  const path = `/monitoring/v1/alerts?domain_id=demo&webhook_id=${webhook_id}&state=OPEN&acknowledged=false`;
  const acknowledge = async ({ alert_id, event_key }: { alert_id: string; event_key: string }) => {
    const n = Number(event_key.split('-')[1]);
    const isDone = await isAnswered('PUT', `/monitoring/v1/alert/${alert_id}/acknowledge`, {
      domain_id: 'demo',
    });
    recordDecision(n, true, isDone);
    if (isDone) await recover(n);
  };
  for (let left = 1; left > 0 || !areSendersDone(); await sleep(20)) {
    const page = await call<{ results: { alert_id: string; event_key: string }[] }>(
      'GET',
      api.url + path,
    ).catch(() => undefined);
    const found = page?.status === 200 ? page.body.results : undefined;
    left = found?.length ?? 1;
    await Promise.all((found ?? []).slice(0, 8).map(acknowledge));
  }
}

const waitForBacklog = () =>
  waitUntilProcessed(server.url, 60_000).catch((cause: unknown) => {
    throw new Error(`a backlog stays. The worker printed:\n${worker.logs()}`, { cause });
  });

it(
  'answered requests take effect exactly once although API, worker and database are killed',
  { timeout: 180_000 },
  async () => {
    let next = 0;
    const isEnough = () => requests >= REQUESTS;
    const sender = async () => {
      while (!isEnough()) await simulateAlarm(next++);
    };
    const sent = Promise.all(Array.from({ length: SENDERS_AT_ONCE }, sender));
    let areSendersDone = false;
    const acknowledging = acknowledgeAll(() => areSendersDone);

    const waitForShare = (share: number) =>
      until(
        async () => requests,
        (n) => n >= REQUESTS * share,
        120_000,
      );
    await waitForShare(0.15);
    const port = new URL(api.url).port;
    await api.kill();
    api = await startApi({ databaseUrl: server.url, env: { PORT: port } });
    await waitForShare(0.35);
    await worker.kill();
    worker = await startWorker({ databaseUrl: server.url });
    await waitForShare(0.6);
    await server.postgres.kill();
    await server.postgres.start();
    await sent;
    await waitForBacklog();
    areSendersDone = true;
    await acknowledging;
    await waitForBacklog();
    const byOperation = decided.filter(({ n, deliveries }) => n % 4 === 1 && deliveries.length > 0);
    expect([opened.size > REQUESTS / 8, byOperation.length > REQUESTS / 64]).toEqual([true, true]);

    const rows = await sql<{ n: number; event_type: string; times: number; state: string }>(
      server.url,
      `select substring(event_key from '\\d+')::int as n, event_type, count(*)::int as times, min(alert.state) as state
     from event join alert using (domain_id, alert_id, event_key) group by event_key, event_type`,
    );
    const numbers = (type: string) =>
      new Set(rows.filter((row) => row.event_type === type).map(({ n }) => n));
    const [alarms, recoveries] = [numbers('ALERT'), numbers('RECOVERY')];
    const states = new Map(rows.map(({ n, state }) => [n, state]));
    expect({
      lost: [...opened].filter((n) => !alarms.has(n)),
      lostRecoveries: [...recovered].filter((n) => !recoveries.has(n) || states.get(n) !== 'RESOLVED'),
      doubled: rows.filter((row) => row.times > 1),
      ...(await checkChanges(server.url, 'demo', decided)),
    }).toEqual({ lost: [], lostRecoveries: [], doubled: [], wrongChanges: [], wrongDecisions: [] });
  },
);
