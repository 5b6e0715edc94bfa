import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slowness } from './slowness.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { postgresQueues, redisQueues, type QueueServers } from './queue-servers.js';
import { requireProgram } from './requirements.js';

const inRedis = requireProgram('redis-server', 'apt-get install redis-server');
const withSentinel = requireProgram('redis-sentinel', 'apt-get install redis-sentinel');

describe('queues in PostgreSQL', () => suite((url) => postgresQueues(url)));
inRedis('queues in Redis', () => suite(() => redisQueues('single')));
withSentinel('queues in Redis behind Sentinel', () => suite(() => redisQueues('sentinel')));
inRedis('queues in a Redis cluster', () => suite(() => redisQueues('cluster')));

/** Milliseconds by which a lost wake-up may delay work on a quiet machine. */
const LATE = 2_000;

function suite(open: (databaseUrl: string) => QueueServers | Promise<QueueServers>): void {
  let database: TestDatabase;
  let queues: QueueServers;
  let api: AppUnderTest;
  let worker: AppUnderTest;
  let webhook: CreatedWebhook;
  let sent = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    queues = await open(database.url);
    const given = { databaseUrl: database.url, env: queues.env };
    [api, worker] = await Promise.all([startApi(given), startWorker(given)]);
    webhook = await createWebhook(api.url, 'direct');
  });

  afterAll(async () => {
    await Promise.all([api?.kill(), worker?.kill()]);
    await queues?.close();
    await database?.drop();
  });

  const post = (prefer: string) => {
    sent += 1;
    const body = { event_key: `k${sent}`, title: `T${sent}` };
    return call<{ status: string }>('POST', api.url + webhook.path, body, { prefer });
  };
  const verify = () =>
    call<{ state: string }>('POST', `${api.url}/monitoring/v1/webhook/${webhook.webhook_id}/plugin/verify`, {
      domain_id: 'demo',
    });

  /** Wipes the queues while `work` begins, so that its wake-up is lost. Returns its duration, corrected for load. */
  async function whileWiped(work: () => Promise<unknown>): Promise<number> {
    const before = slowness();
    const until = performance.now() + 400;
    const wiping = (async () => {
      while (performance.now() < until) await queues.wipe();
    })();
    await sleep(100);
    const began = performance.now();
    await work();
    const took = performance.now() - began;
    await wiping;
    return took / Math.max(before, slowness());
  }

  it('wake the worker', async () => {
    const { status, body } = await post('wait=5');
    expect([status, body.status]).toEqual([200, 'PROCESSED']);
    expect(await queues.contents('deliveries')).toContain('deliveries');
  });

  it('lose no deliveries and delay them by less than 2 s when they are wiped', async () => {
    for (let n = 1; n <= 200; n += 1) {
      if (n % 50 === 0) await queues.wipe();
      await post('respond-async');
    }
    for (let round = 0; round < 3; round += 1) {
      const took = await whileWiped(async () => expect((await post('wait=10')).status).toBe(200));
      expect(took).toBeLessThan(LATE);
    }
    const list = `${api.url}/monitoring/v1/events?domain_id=demo&webhook_id=${webhook.webhook_id}`;
    await until(
      () => call<{ total_count: number }>('GET', list),
      ({ body }) => body.total_count === sent,
    );
  });

  it('delay verifications by less than 2 s when they are wiped', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ended = async () => {
        const { body } = await verify();
        if (body.state === 'PENDING') {
          const webhookNow = () =>
            call<{ verification: { state: string } }>(
              'GET',
              `${api.url}/monitoring/v1/webhook/${webhook.webhook_id}?domain_id=demo`,
            );
          await until(webhookNow, (now) => now.body.verification.state === 'VERIFIED');
        }
      };
      expect(await whileWiped(ended)).toBeLessThan(LATE);
    }
  });

  it('delay a replay by less than 2 s when they are wiped, and do not stop it', async () => {
    const BAD = 150;
    const one = await createWebhook(api.url, 'mapping', 'demo', {
      fields: { event_key: 'k', title: 'none' },
    });
    const webhookUrl = `${api.url}/monitoring/v1/webhook/${one.webhook_id}`;
    const send = (n: number) =>
      call('POST', api.url + one.path, { k: `bad ${n}`, text: 'T' }, { prefer: 'wait=20' });
    await Promise.all(Array.from({ length: BAD }, (_, n) => send(n)));
    const total = async (list: string) =>
      (await call<{ total_count: number }>('GET', `${list}?domain_id=demo&webhook_id=${one.webhook_id}`)).body
        .total_count;
    await until(
      () => total(`${api.url}/monitoring/v1/quarantine`),
      (n) => n === BAD,
    );
    const options = { fields: { event_key: 'k', title: 'text' } };
    await call('PUT', `${webhookUrl}/plugin`, { domain_id: 'demo', options });

    interface Replay {
      replay_id: string;
      state: string;
      done_count: number;
      event_count: number;
      requested_at: string;
      started_at: string;
    }
    const hour = 3_600_000;
    const range = { from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) };
    const replayOf = (id: string) =>
      call<Replay>('GET', `${api.url}/monitoring/v1/replay/${id}?domain_id=demo`).then(({ body }) => body);
    let replay_id = '';
    const before = slowness();
    await whileWiped(async () => {
      const asked = await call<Replay>('POST', `${webhookUrl}/replay`, { domain_id: 'demo', ...range });
      replay_id = asked.body.replay_id;
      await until(
        () => replayOf(replay_id),
        ({ done_count }) => done_count > 0,
      );
    });
    // The rest of the replay continues although the queues are always empty.
    const done = await until(
      async () => {
        await queues.wipe();
        return replayOf(replay_id);
      },
      ({ state }) => state === 'DONE',
    );
    const began = Date.parse(done.started_at) - Date.parse(done.requested_at);
    expect(began / Math.max(before, slowness())).toBeLessThan(LATE);
    expect(done).toMatchObject({ done_count: BAD, event_count: BAD });
    expect(await total(`${api.url}/monitoring/v1/events`)).toBe(BAD);
    expect(await total(`${api.url}/monitoring/v1/quarantine`)).toBe(0);
  });
}

inRedis('an unsuitable Redis', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(() => database?.drop());

  it('is rejected at the start if it evicts keys', async () => {
    const queues = await redisQueues('single', ['--maxmemory-policy', 'allkeys-lru']);
    try {
      for (const start of [startApi, startWorker]) {
        const app = await start({ databaseUrl: database.url, env: queues.env, ready: false });
        expect(await app.exitMessage).toBe('ended with code 1');
        await expect.poll(() => app.logs()).toContain('maxmemory-policy allkeys-lru): set it to noeviction');
      }
    } finally {
      await queues.close();
    }
  });

  it('is logged if it is not persistent, and does not block deliveries if it is unavailable', async () => {
    const queues = await redisQueues('single');
    const worker = await startWorker({ databaseUrl: database.url, env: queues.env });
    await expect.poll(() => worker.logs()).toContain('Redis keeps nothing on disk');
    await queues.close();
    const api = await startApi({ databaseUrl: database.url, env: queues.env });
    try {
      await expect.poll(() => api.logs()).toContain('Redis cannot be reached');
      const webhook = await createWebhook(api.url, 'direct');
      const before = slowness();
      const began = performance.now();
      const { status } = await call(
        'POST',
        api.url + webhook.path,
        { event_key: 'k', title: 't' },
        {
          prefer: 'wait=10',
        },
      );
      const took = (performance.now() - began) / Math.max(before, slowness());
      expect([status, took < 3_000]).toEqual([200, true]);
    } finally {
      await Promise.all([api.kill(), worker.kill()]);
    }
  });
});
