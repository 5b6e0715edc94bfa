import { afterEach, beforeEach, expect, it } from 'vitest';
import { NetworkProxy } from './chaos/network-proxy.js';
import { until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestDomain, alarm, expireLeases, recovery } from './notified-domain.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { startReceiver, type Receiver } from './receiver.js';
import { sql } from './sql.js';

/** Milliseconds in each direction, by which a worker learns later that its claim is committed. */
const DELAY_MS = 500;
const ALLOW = { NOTIFICATION_ALLOW: '127.0.0.1' };
const SENDER = { ...ALLOW, WORKER_ROLES: 'notification' };

let database: TestDatabase;
let network: NetworkProxy;
let receiver: Receiver;
let api: AppUnderTest;
const workers: AppUnderTest[] = [];

const started = async (url: string, env: Readonly<Record<string, string>>) => {
  const worker = await startWorker({ databaseUrl: url, env });
  workers.push(worker);
  return worker;
};

beforeEach(async () => {
  [database, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
  network = await NetworkProxy.start(Number(new URL(database.url).port));
  api = await startApi({ databaseUrl: database.url, env: ALLOW });
}, 60_000);
afterEach(async () => {
  // SIGKILL also ends processes that are stopped.
  await Promise.all([api, ...workers].map((app) => app?.kill()));
  network?.close();
  await receiver?.close();
  await database?.drop();
});

it(
  'a worker frozen between claim and send sends nothing after another worker has sent',
  { timeout: 180_000 },
  async () => {
    const slow = new URL(database.url);
    slow.port = String(network.port);
    const worker = await started(database.url, { WORKER_ROLES: 'processing' });
    const frozen = await started(slow.href, SENDER);
    const { send, notifications } = await createTestDomain(
      { databaseUrl: database.url, api, worker, stop: async () => undefined },
      receiver,
    );
    const claimed = () =>
      sql<{ attempt_id: string | null }>(database.url, 'select attempt_id from notification_lane');

    const { answer } = receiver;
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await send(alarm('disk'));
    await until(notifications, ([first]) => first?.reason === 'answered 503');
    receiver.answer = answer;
    // Delays only the claim of the next attempt.
    network.delay = DELAY_MS;
    await sql(database.url, 'update notification_lane set next_attempt_at = clock_timestamp()');
    await until(claimed, ([lane]) => typeof lane?.attempt_id === 'string', 60_000);
    process.kill(frozen.pid, 'SIGSTOP');
    network.delay = 0;
    expect(receiver.received).toHaveLength(1);

    const other = await started(database.url, SENDER);
    await until(
      async () => {
        await expireLeases(database.url);
        return receiver.received.length;
      },
      (count) => count === 2,
      60_000,
    );
    await send(recovery('disk'));
    await until(
      async () => receiver.received.length,
      (count) => count === 3,
      60_000,
    );
    await other.stop();
    process.kill(frozen.pid, 'SIGCONT');
    // No other worker is left to send this, so the thawed worker has had its turn once it arrives.
    await send(alarm('cpu'));
    await until(
      async () => receiver.received.length,
      (count) => count >= 4,
      60_000,
    );
    const sent = await until(
      notifications,
      (all) => all.length === 3 && all.every(({ state }) => state === 'SENT'),
    );

    const receivedLines = receiver.received.map(
      ({ id, body }) => `${body.data.alert.event_key} ${body.type} ${id}`,
    );
    const idOf = (kind: string, at: number) =>
      sent
        .filter((each) => each.kind === kind)
        .map(({ notification_id }) => notification_id)
        .toSorted()[at];
    expect(receivedLines).toEqual([
      `disk alert.opened ${idOf('alert.opened', 0)}`,
      `disk alert.opened ${idOf('alert.opened', 0)}`,
      `disk alert.resolved ${idOf('alert.resolved', 0)}`,
      `cpu alert.opened ${idOf('alert.opened', 1)}`,
    ]);
    const [units] = await sql(
      database.url,
      `select (select sum(consumed) from quota_usage)::int as used, sum(attempt_count)::int as attempts,
       count(*) filter (where attempts ->> 1 like '%the worker ended before the outcome was known%')::int as abandoned
     from notification`,
    );
    expect(units).toEqual({ used: 5, attempts: 5, abandoned: 1 });
  },
);
