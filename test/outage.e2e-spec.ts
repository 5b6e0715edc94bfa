import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { startApi, type AppUnderTest } from './processes.js';

let server: TestServer;
let api: AppUnderTest;
let webhook: CreatedWebhook;

beforeEach(async () => {
  server = await startTestServer();
  api = await startApi({ databaseUrl: server.url });
  webhook = await createWebhook(api.url, 'direct');
});

afterEach(async () => {
  await api?.kill();
  await server?.close();
});

const post = (path: string) => call('POST', api.url + path, { event_key: 'disk', title: 'Disk full' });

it('the API responds with 503 while the database is unavailable, and recovers by itself', async () => {
  expect((await post(webhook.path)).status).toBe(202);
  await server.postgres.kill();

  const refused = await post(webhook.path);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  // Without the database, the API cannot know whether the webhook exists. A 404 would make the sender give up.
  const unknown = await post('/monitoring/v1/webhook/webhook_01kagexvhve0ya7d9z5kq5nh3m/abc/events');
  expect([unknown.status, unknown.body]).toMatchObject([503, { code: 'ERROR_UNAVAILABLE' }]);
  expect((await call('GET', `${api.url}/health/live`)).status).toBe(200);
  expect((await call('GET', `${api.url}/health/ready`)).status).toBe(503);

  await server.postgres.start();
  await until(
    () => post(webhook.path),
    ({ status }) => status === 202,
  );
  await until(
    () => call('GET', `${api.url}/health/ready`),
    ({ status }) => status === 200,
  );
});
