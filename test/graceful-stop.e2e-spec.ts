import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, startTestServer, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { timed } from './slowness.js';
import { sql } from './sql.js';

const SENDERS = 32;

let database: TestDatabase;
const running: AppUnderTest[] = [];
beforeAll(async () => void (database = await createTestDatabase()));
afterEach(async () => void (await Promise.all(running.splice(0).map((app) => app.kill()))));
afterAll(() => database?.drop());

async function run(start: typeof startApi, env: Record<string, string> = {}): Promise<AppUnderTest> {
  const app = await start({ databaseUrl: database.url, env });
  running.push(app);
  return app;
}

/** Posts on the keep-alive connection of the agent. Returns the status, or the code of the error. */
function postBy(agent: Agent, url: string): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent }, (response) => {
      response.once('end', () => resolve(String(response.statusCode))).resume();
    });
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(JSON.stringify({ event_key: 'k', title: 't' }));
  });
}

/** Starts senders that post as fast as responses arrive, until they are stopped. */
function send(api: AppUnderTest, { path }: CreatedWebhook) {
  const answers: Record<string, number> = {};
  const count = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1);
  const stopSignal = new AbortController();
  let sent = 0;
  const sender = async () => {
    while (!stopSignal.signal.aborted) {
      const body = JSON.stringify({ event_key: `${(sent += 1)}`, title: 't' });
      try {
        const response = await fetch(api.url + path, { method: 'POST', body });
        await response.arrayBuffer();
        count(String(response.status));
      } catch (error) {
        count((error as { cause?: { code?: string } }).cause?.code ?? 'error');
      }
    }
  };
  const all = Promise.all(Array.from({ length: SENDERS }, sender));
  return {
    answers,
    end: async () => {
      stopSignal.abort();
      await all;
      return answers;
    },
  };
}

const accepted = async ({ webhook_id }: CreatedWebhook, api: AppUnderTest): Promise<number> => {
  const { body } = await call<{ health: { received_count: number } }>(
    'GET',
    `${api.url}/monitoring/v1/webhook/${webhook_id}?domain_id=demo`,
  );
  return body.health.received_count;
};

describe('shutdown of an API', () => {
  it('accepts and keeps all deliveries until the drain delay is over', async () => {
    const api = await run(startApi, { DRAIN_DELAY: '2' });
    const webhook = await createWebhook(api.url, 'direct');
    const senders = send(api, webhook);
    await sleep(1_000);
    const stopped = api.stop();
    // The time that a load balancer needs to notice that the API is not ready.
    await sleep(1_200);
    const answers = await senders.end();
    expect(await stopped).toBe(0);
    expect(Object.keys(answers)).toEqual(['202']);
    expect(answers['202']).toBeGreaterThan(100);
    const other = await run(startApi);
    expect(await accepted(webhook, other)).toBe(answers['202']);
  });

  it('answers requests in progress, even one whose body is incomplete', async () => {
    const api = await run(startApi, { DRAIN_DELAY: '1' });
    const webhook = await createWebhook(api.url, 'direct');
    const body = JSON.stringify({ event_key: 'slow', title: 'Slow' });
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `POST ${webhook.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.slice(0, 5));
    await sleep(200);
    const stopped = api.stop();
    await sleep(2_000);
    socket.write(body.slice(5));
    await ended;
    expect(answer).toMatch(/^HTTP\/1\.1 202 /);
    expect(await stopped).toBe(0);
  });

  it('resets no connection with a request in flight, even without a drain delay', async () => {
    const api = await run(startApi, { DRAIN_DELAY: '0' });
    const webhook = await createWebhook(api.url, 'direct');
    const answers = new Map<string, number>();
    const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);
    const sender = async (pause: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let isThere = true; isThere; await sleep(pause)) {
        const answer = await postBy(agent, api.url + webhook.path);
        count(answer);
        isThere = answer === '202';
      }
      agent.destroy();
    };
    // Half of the senders post as fast as responses arrive, the others at intervals on connections that are idle in between.
    const senders = Array.from({ length: 120 }, (_, n) => sender(n % 2 === 0 ? 0 : 3 * n));
    await sleep(1_000);
    expect(await api.stop()).toBe(0);
    await Promise.all(senders);
    expect([...answers.keys()].toSorted()).toEqual(['202', 'ECONNREFUSED']);
    expect(answers.get('202')).toBeGreaterThan(200);
  });

  it('keeps every acknowledged delivery even without a drain delay', async () => {
    const api = await run(startApi, { DRAIN_DELAY: '0' });
    const webhook = await createWebhook(api.url, 'direct');
    const senders = send(api, webhook);
    await sleep(500);
    expect(await api.stop()).toBe(0);
    const answers = await senders.end();
    // Rejections must mean that nothing was stored and that the sender retries.
    expect(Object.keys(answers)).not.toContain('500');
    const other = await run(startApi);
    const stored = await accepted(webhook, other);
    expect(answers['202']).toBeGreaterThan(50);
    expect(stored).toBeGreaterThanOrEqual(answers['202'] ?? 0);
  });

  it('acknowledges deliveries that prefer to wait without waiting for their processing', async () => {
    const api = await run(startApi, { DRAIN_DELAY: '2' });
    const webhook = await createWebhook(api.url, 'direct');
    const post = () =>
      call('POST', api.url + webhook.path, { event_key: 'k', title: 't' }, { prefer: 'wait=20' });
    const waiting = post();
    await sleep(300);
    let stopped: Promise<number | null> | undefined;
    const answering = await timed(async () => {
      stopped = api.stop();
      expect((await waiting).status).toBe(202);
      expect((await post()).status).toBe(202);
    });
    expect(answering).toBeLessThan(1_000);
    expect(await stopped).toBe(0);
  });
});

describe('shutdown of a worker', () => {
  it('releases unfinished work, so that the next worker continues at once', async () => {
    const [api, worker] = await Promise.all([run(startApi), run(startWorker)]);
    const webhook = await createWebhook(api.url, 'direct');
    const senders = send(api, webhook);
    await sleep(1_500);
    const stopping = await timed(async () => expect(await worker.stop()).toBe(0));
    expect(stopping).toBeLessThan(4_000);
    const answers = await senders.end();
    await run(startWorker);
    const [uuid] = await sql<{ id: string }>(
      database.url,
      'select webhook_id as id from webhook order by created_at desc limit 1',
    );
    const events = async () =>
      (
        await sql<{ n: number }>(database.url, 'select count(*)::int as n from event where webhook_id = $1', [
          uuid?.id,
        ])
      )[0]?.n;
    const processing = await timed(() => until(events, (n) => n === answers['202']));
    // The stopped worker has released its locks. Otherwise they would expire only after 10 s.
    expect(processing).toBeLessThan(8_000);
  });

  it('does not wait for an unavailable database', async () => {
    const server = await startTestServer();
    const [api, worker] = await Promise.all([
      startApi({ databaseUrl: server.url, env: { DRAIN_DELAY: '0' } }),
      startWorker({ databaseUrl: server.url }),
    ]);
    try {
      await server.postgres.kill();
      await sleep(500);
      const stopping = await timed(async () =>
        expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]),
      );
      expect(stopping).toBeLessThan(4_000);
    } finally {
      await Promise.all([api.kill(), worker.kill()]);
      await server.close();
    }
  });
});
