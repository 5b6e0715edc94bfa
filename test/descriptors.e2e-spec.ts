import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, createWebhook, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { findProgram } from './requirements.js';
import { startApi, type AppUnderTest } from './processes.js';

let database: TestDatabase;
let api: AppUnderTest;
const held: Socket[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url });
});

afterEach(async () => {
  for (const socket of held) socket.destroy();
  await api?.kill();
  await database?.drop();
});

it.runIf(findProgram('prlimit'))(
  'the API logs once that its file descriptors are exhausted, and recovers when some are closed',
  async () => {
    const webhook = await createWebhook(api.url, 'direct');
    const post = () => call('POST', api.url + webhook.path, { event_key: 'k', title: 't' });
    expect((await post()).status).toBe(202);
    execFileSync('prlimit', ['--pid', String(api.pid), '--nofile=80:80']);
    const { hostname, port } = new URL(api.url);
    for (let n = 0; n < 200; n += 1) held.push(connect(Number(port), hostname).on('error', () => undefined));
    await until(
      async () => api.logs(),
      (text) => /file descriptors are open: connections fail/.test(text),
    );
    for (const socket of held) socket.destroy();
    await until(
      async () => api.logs(),
      (text) => text.includes('there are enough again'),
    );
    await until(
      () => post().catch(() => ({ status: 0 })),
      ({ status }) => status === 202,
    );
    await expect.poll(() => api.logs().match(/connections fail/g)).toHaveLength(1);
    const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^process_open_fds \d+$/m);
    expect(metrics).toMatch(/^process_max_fds \d+$/m);
  },
);
