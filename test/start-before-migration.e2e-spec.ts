import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateEverything } from '../tools/migrations.js';
import { call, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';
import { timed } from './slowness.js';

let database: TestDatabase;
let databaseUrl: string;
let apps: readonly AppUnderTest[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  url.pathname += '_empty';
  databaseUrl = url.href;
  await sql(database.url, `create database ${url.pathname.slice(1)}`);
  apps = await Promise.all([
    startApi({ databaseUrl, ready: false }),
    startWorker({ databaseUrl, ready: false }),
  ]);
});
afterEach(async () => {
  await Promise.all(apps.map((app) => app.kill()));
  await sql(database.url, `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
  await database.drop();
});

const megabytes = ({ pid }: AppUnderTest) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const linesOf = ({ logs }: AppUnderTest) => logs().split('\n').length;

it('the API responds with 503 until the migration, then API and worker become ready', async () => {
  const [api, worker] = apps as [AppUnderTest, AppUnderTest];
  for (const { url } of apps) {
    const live = () => fetch(`${url}/health/live`).catch(() => undefined);
    await until(live, (answer) => answer?.status === 200, 60_000);
  }
  const delivery = '/monitoring/v1/webhook/webhook_01kagexvhve0ya7d9z5kq5nh3m/abc/events';
  for (const [method, path, body] of [
    ['GET', '/health/ready', undefined],
    ['GET', '/monitoring/v1/webhooks?domain_id=demo', undefined],
    ['POST', '/identity/v1/api-keys', { user_id: 'u', domain_id: 'demo' }],
    ['POST', delivery, { title: 'Disk full' }],
    ['GET', '//', undefined],
  ] as const) {
    const answer = await call<{ code?: string; detail?: string }>(method, `${api.url}${path}`, body);
    expect([path, answer.status, answer.body]).toEqual([
      path,
      503,
      expect.objectContaining({
        code: 'ERROR_UNAVAILABLE',
        detail: expect.stringMatching(/^The database lacks \d+ migrations$/),
      }),
    ]);
  }
  const before = apps.map(megabytes);
  await sleep(3_000);
  for (const [index, app] of apps.entries()) {
    expect(megabytes(app)).toBeLessThan((before[index] ?? 0) + 20);
    expect(linesOf(app)).toBeLessThan(5);
  }
  await migrateEverything(databaseUrl);
  for (const { url } of apps) {
    const ready = () => fetch(`${url}/health/ready`).catch(() => undefined);
    expect(await timed(() => until(ready, (answer) => answer?.status === 200))).toBeLessThan(5_000);
  }
  const made = await call<{ webhook_url: string }>('POST', `${api.url}/monitoring/v1/webhooks`, {
    name: 'first',
    project_id: 'p',
    domain_id: 'demo',
    plugin_info: { plugin_id: 'prometheus' },
  });
  expect(made.status).toBe(201);
  const posted = await fetch(new URL(new URL(made.body.webhook_url).pathname, api.url), {
    method: 'POST',
    headers: { prefer: 'wait=5' },
    body: JSON.stringify({ version: '4', alerts: [{ status: 'firing', labels: { alertname: 'Disk' } }] }),
  });
  expect([posted.status, await posted.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'PROCESSED' }),
  ]);
  for (const { logs } of [api, worker]) expect(logs()).not.toMatch(/the sweep will|to be swept again/);
});
