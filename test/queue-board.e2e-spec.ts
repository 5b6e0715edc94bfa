import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQueueClient, type QueueClient } from './queue-client.js';
import { CHROMIUM_FLAGS } from './chromium.js';
import { call, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startPrefixProxy, type PrefixProxy } from './prefix-proxy.js';
import { rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';
import { postgresQueues, redisQueues, type QueueServers } from './queue-servers.js';
import { findProgram, requireProgram } from './requirements.js';

/** The folder for screenshots; without it none are taken. */
const PICTURES = process.env['TEST_PICTURES'];

const inRedis = requireProgram('redis-server', 'apt-get install redis-server');
const inBrowser = requireProgram('chromium', 'apt-get install chromium');

describe('the board of queues in PostgreSQL', () => suite('postgres', (url) => postgresQueues(url)));
inRedis('the board of queues in Redis', () => suite('redis', () => redisQueues('single')));

interface Board {
  readonly queues: readonly {
    readonly name: string;
    readonly description: string;
    readonly readOnlyMode: boolean;
    /** `null`: there are workers, but PostgreSQL does not report their addresses. */
    readonly hasWorkers: boolean | null;
    readonly counts: Readonly<Record<string, number>>;
    readonly jobs: readonly { readonly id: string; readonly data: unknown; readonly name: string }[];
  }[];
}

const basic = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;

function suite(backend: string, open: (databaseUrl: string) => QueueServers | Promise<QueueServers>): void {
  let database: TestDatabase;
  let servers: QueueServers;
  let api: AppUnderTest;
  let jobs: QueueClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    servers = await open(database.url);
    // No worker, so that the jobs stay in the queues.
    api = await startApi({ databaseUrl: database.url, env: servers.env });
    jobs = openQueueClient(database.url, servers.env['REDIS_URL']);
    await jobs.add('deliveries', { webhook_uuids: ['0198f2c0-0000-7000-8000-000000000001'] });
    await jobs.add('deliveries', { webhook_uuids: ['0198f2c0-0000-7000-8000-000000000002'] });
    await jobs.add('replays', { replay_id: '0198f2c0-0000-7000-8000-000000000003' });
  });
  afterAll(async () => {
    await jobs?.close();
    await api?.kill();
    await servers?.close();
    await database?.drop();
  });

  const read = async (query = '') =>
    (await call<Board>('GET', `${api.url}/queues/api/queues${query}`)).body.queues;

  it('shows every queue with its number of waiting jobs', async () => {
    const queues = await read();
    expect(queues.map(({ name, counts }) => [name, counts['waiting']]).toSorted()).toEqual([
      ['deliveries', 2],
      ['notifications', 0],
      ['replays', 1],
      ['verifications', 0],
    ]);
    for (const { description, hasWorkers } of queues) {
      expect(description).toMatch(/^Wakes workers up/);
      expect(hasWorkers).toBe(false);
    }
  });

  it('shows jobs with ids in the format of the API', async () => {
    const deliveries = (await read('?activeQueue=deliveries&status=waiting')).find(
      ({ name }) => name === 'deliveries',
    );
    expect(deliveries?.jobs.map(({ data }) => data)).toEqual(
      expect.arrayContaining([{ webhook_ids: ['webhook_01k3sc0000e008000000000001'] }]),
    );
    const id = deliveries?.jobs[0]?.id ?? '';
    const { status, body } = await call<{ job: { id: string } }>(
      'GET',
      `${api.url}/queues/api/queues/deliveries/${encodeURIComponent(id)}`,
    );
    expect([status, body.job.id]).toEqual([200, id]);
  });

  it('reports the server of the queues', async () => {
    const { status, body } = await call<{ backend: string; version: string }>(
      'GET',
      `${api.url}/queues/api/redis/stats`,
    );
    expect(status).toBe(200);
    expect(body.backend).toBe(backend);
    expect(body.version).toMatch(/^\d+\./);
  });

  it('responds with 404 to unknown paths', async () => {
    for (const path of [
      '/api/nothing',
      '/nothing',
      '/static/nothing.js',
      '/static/..%2f..%2fpackage.json',
      '/api/queues/none/1',
    ]) {
      expect([path, (await call('GET', `${api.url}/queues${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('rejects changes with 405', async () => {
    for (const [method, path] of [
      ['PUT', '/deliveries/empty'],
      ['PUT', '/deliveries/obliterate'],
      ['PUT', '/deliveries/clean/waiting'],
      ['PUT', '/pause'],
      ['POST', '/deliveries/add'],
    ] as const) {
      const { status, body } = await call<{ code: string }>(
        method,
        `${api.url}/queues/api/queues${path}`,
        {},
      );
      expect([path, status, body.code]).toEqual([path, 405, 'ERROR_METHOD_NOT_ALLOWED']);
    }
    const queues = await read();
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    expect(queues.find(({ name }) => name === 'deliveries')?.counts['waiting']).toBe(2);
  });

  if (backend === 'redis')
    it('responds with 503 while the server of the queues is unavailable', async () => {
      await jobs.close();
      await servers.close();
      const { status, body } = await call<{ code: string }>('GET', `${api.url}/queues/api/queues`);
      expect([status, body.code]).toEqual([503, 'ERROR_UNAVAILABLE']);
      expect((await call('GET', `${api.url}/health/ready`)).status).toBe(200);
    });
}

describe('access to the board', () => {
  let database: TestDatabase;
  let api: AppUnderTest;
  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startApi({
      databaseUrl: database.url,
      env: { RATE_LIMIT: '2000', TRUST_PROXY: 'loopback' },
    });
  });
  afterAll(async () => {
    await api?.kill();
    await database?.drop();
  });

  const PATHS = [
    '/queues',
    '/queues/',
    '/queues/queue/deliveries',
    '/queues/api/queues',
    '/queues/static/favicon.ico',
    '/queues/base.js',
  ];
  const ask = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(api.url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('is granted to the root key, as a bearer token or as a password', async () => {
    for (const path of PATHS) {
      for (const authorization of [`Bearer ${rootApiKey}`, basic(rootApiKey)]) {
        expect([path, (await ask(path, { authorization })).status]).toEqual([path, 200]);
      }
    }
  });

  it('is denied to keys of a domain, whatever their role', async () => {
    for (const role of ['ADMIN', 'MEMBER', 'VIEWER']) {
      const made = await call<{ api_key: string }>('POST', `${api.url}/identity/v1/api-keys`, {
        user_id: 'u',
        domain_id: 'd',
        role,
      });
      for (const path of PATHS) {
        for (const authorization of [`Bearer ${made.body.api_key}`, basic(made.body.api_key)]) {
          const refused = await ask(path, { authorization });
          expect([path, refused.status]).toEqual([path, 403]);
          expect(JSON.parse(refused.text)).toMatchObject({
            code: 'ERROR_PERMISSION_DENIED',
            detail: 'Only the root key allows this',
          });
        }
      }
    }
  });

  it('is denied without a key, and guessing is stopped with 429', async () => {
    for (const path of PATHS) {
      const refused = await ask(path, {});
      expect([path, refused.status]).toEqual([path, 401]);
      expect(refused.headers.get('www-authenticate')).toBe('Basic realm="tocsin", Bearer');
      expect(JSON.parse(refused.text)).toMatchObject({ code: 'ERROR_AUTHENTICATE_FAILURE' });
    }
    const guess = (text: string) =>
      ask('/queues', { authorization: basic(text), 'x-forwarded-for': '203.0.113.7' });
    const guesses = [];
    for (let n = 0; n < 20; n++) guesses.push(await guess(`guess-${n}`));
    expect(guesses.every(({ status }) => status === 401)).toBe(true);
    const more = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(`more-${n}`)));
    const stopped = more.filter(({ status }) => status === 429);
    expect(stopped.length).toBeGreaterThan(0);
    for (const { headers } of stopped) expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

inBrowser('the board in a browser, below a path of a proxy', () => {
  let database: TestDatabase;
  let prefix: PrefixProxy;
  let api: AppUnderTest;
  let worker: AppUnderTest;
  let jobs: QueueClient;
  let browser: Browser;

  beforeAll(async () => {
    database = await createTestDatabase();
    prefix = await startPrefixProxy('/monitoring/tocsin', () => api.url);
    api = await startApi({ databaseUrl: database.url, env: { PUBLIC_URL: prefix.url } });
    jobs = openQueueClient(database.url, undefined);
    await jobs.add('deliveries', { webhook_uuids: ['0198f2c0-0000-7000-8000-000000000001'] });
    browser = await chromium.launch({ executablePath: findProgram('chromium') ?? '', args: CHROMIUM_FLAGS });
  });
  afterAll(async () => {
    await browser?.close();
    await jobs?.close();
    await Promise.all([api?.kill(), worker?.kill()]);
    prefix?.close();
    await database?.drop();
  });

  it('shows a waiting job until a worker takes it', async () => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      httpCredentials: { username: 'any', password: rootApiKey },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const browserErrors: string[] = [];
    const requested: string[] = [];
    page.on('console', (message) => {
      // The browser reports the 401 that requests the password.
      if (message.type() === 'error' && !/status of 401 /.test(message.text()))
        browserErrors.push(message.text());
    });
    page.on('pageerror', (error) => browserErrors.push(error.message));
    page.on('request', (request) => requested.push(request.url()));

    const answer = await page.goto(`${prefix.url}/queues`);
    expect(answer?.headers()['content-security-policy']).not.toContain('unsafe');
    await page
      .getByRole('link', { name: /deliveries/ })
      .first()
      .waitFor();
    await page.getByText('Loading...').waitFor({ state: 'detached' });
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'queues.png') });

    await page.goto(`${prefix.url}/queues/queue/deliveries?status=waiting`);
    await page.getByText('webhook_01k3sc0000e008000000000001').first().waitFor();
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'queue-deliveries.png') });
    expect(
      await page.getByRole('button', { name: /^(Clean|Pause|Obliterate|Empty|Retry|Add)/ }).count(),
    ).toBe(0);

    worker = await startWorker({ databaseUrl: database.url });
    await until(
      () => call<Board>('GET', `${api.url}/queues/api/queues`),
      ({ body }) =>
        body.queues.every(
          ({ counts, hasWorkers }) =>
            hasWorkers !== false && counts['waiting'] === 0 && counts['failed'] === 0,
        ),
    );
    await page.getByText('webhook_01k3sc0000e008000000000001').first().waitFor({ state: 'detached' });

    expect(browserErrors).toEqual([]);
    expect(
      requested.filter((url) => !url.startsWith(`${prefix.url}/queues`) && !url.startsWith('data:')),
    ).toEqual([]);
    expect(requested.length).toBeGreaterThan(8);
  });
});
