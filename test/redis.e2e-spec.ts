import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tryPort } from '../tools/start/ports.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { requireProgram } from './requirements.js';

requireProgram('redis-server', 'apt-get install redis-server')('queues in Redis', () => {
  let database: TestDatabase;
  let folder: TestFolder;
  let redis: ChildProcess;
  let port: number;
  let api: AppUnderTest;
  let worker: AppUnderTest;
  let webhook: CreatedWebhook;

  beforeAll(async () => {
    [database, folder, port] = await Promise.all([
      createTestDatabase(),
      createTestFolder('redis'),
      tryPort('127.0.0.1', 0),
    ]);
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder.path];
    redis = spawn('redis-server', [...options, '--save', '', '--maxmemory-policy', 'noeviction'], {
      stdio: 'ignore',
    });
    await until(
      () => command('PING'),
      (answer) => answer.startsWith('+PONG'),
    );
    const env = { REDIS_URL: `redis://127.0.0.1:${port}` };
    [api, worker] = await Promise.all([
      startApi({ databaseUrl: database.url, env }),
      startWorker({ databaseUrl: database.url, env }),
    ]);
    webhook = await createWebhook(api.url, 'direct');
  });

  afterAll(async () => {
    await Promise.all([api?.kill(), worker?.kill()]);
    redis?.kill();
    if (redis?.exitCode === null) await once(redis, 'exit');
    await database?.drop();
    await folder?.remove();
  });

  function command(text: string): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${text}\r\n`));
      socket.once('data', (data) => {
        socket.end();
        resolve(data.toString());
      });
      socket.once('error', () => resolve(''));
    });
  }

  const post = (n: number, prefer: string) =>
    call<{ status: string }>(
      'POST',
      api.url + webhook.path,
      { event_key: `k${n}`, title: `T${n}` },
      { prefer },
    );

  it('wake the worker', async () => {
    const { status, body } = await post(0, 'wait=5');
    expect([status, body.status]).toEqual([200, 'PROCESSED']);
    expect(await command('KEYS bull:deliveries:*')).toContain('bull:deliveries:');
  });

  it('lose nothing and delay little when everything in Redis is gone', async () => {
    for (let n = 1; n <= 200; n += 1) {
      if (n % 50 === 0) await command('FLUSHALL');
      await post(n, 'respond-async');
    }
    const began = performance.now();
    const { status } = await post(201, 'wait=10');
    expect([status, performance.now() - began < 4_000]).toEqual([200, true]);
    const list = `${api.url}/monitoring/v1/events?domain_id=demo&webhook_id=${webhook.webhook_id}`;
    await until(
      () => call<{ total_count: number }>('GET', list),
      ({ body }) => body.total_count === 202,
    );
  });
});
