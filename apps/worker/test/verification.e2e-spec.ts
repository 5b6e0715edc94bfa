import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { QUEUES } from '#monitoring/contracts/queues.js';
import { QueueFactory } from '#shared/platform/queue/queue-factory.js';
import { sql } from '#test/sql.js';
import { Verification } from '../../../libs/monitoring/src/webhooks/domain/verification.js';
import { createWebhookStore, type WebhookStore } from '../../../libs/monitoring/test/webhook-store.js';
import { aWebhook, scopeIn } from '../../../libs/monitoring/test/webhooks.js';
import { startWorker } from './worker-under-test.js';

let store: WebhookStore;
let worker: NestFastifyApplication;
let queues: QueueFactory;
const plugin = { version: '1.0.0', upgrade_mode: 'AUTO', options: {}, secret_options: {} } as const;
const webhook = aWebhook({ plugin_id: 'prometheus', plugin });

beforeAll(async () => {
  store = await createWebhookStore();
  await store.webhooks.add(scopeIn('d1'), webhook);
  worker = await startWorker({ DATABASE_URL: store.url });
  queues = new QueueFactory({ redisUrl: null, directUrl: store.url });
});
afterAll(async () => {
  await queues.onApplicationShutdown();
  await worker.close();
  await store.close();
});

const requestVerification = () =>
  store.verifications.add(scopeIn('d1'), webhook.webhook_id, (webhookId) =>
    Verification.request(webhookId, new Date()),
  );
const enqueueWakeUp = (verification_id: string) =>
  queues.getQueue(QUEUES.verifications).add({ verification_id });
const findVerifications = (condition: string) =>
  sql<{ state: string; attempts: number; checks: { name: string; ok: boolean; message: string }[] }>(
    store.url,
    `select state, attempts, checks from verification where ${condition}`,
  );
const makeOverdue = (assignments = '') =>
  sql(store.url, `update verification set next_attempt_at = now() ${assignments} where state = 'PENDING'`);
const waitForState = (state: string) =>
  vi.waitFor(
    async () => {
      const [row] = await findVerifications('requested_at = (select max(requested_at) from verification)');
      expect(row).toMatchObject({ state });
      return row;
    },
    { timeout: 15_000, interval: 50 },
  );

describe('the queue of verifications', () => {
  it('runs the verification of a job, and stores the result', async () => {
    await enqueueWakeUp((await requestVerification()).verification_id);

    const row = await waitForState('VERIFIED');
    expect(row?.attempts).toBe(1);
    expect(row?.checks.map(({ name }) => name)).toEqual(['version', 'options', 'samples']);
  });

  it('runs a verification without a job, which the sweep finds', async () => {
    await requestVerification();
    await makeOverdue();

    await waitForState('VERIFIED');
  });

  it('retries an attempt that failed', async () => {
    const { verification_id } = await requestVerification();
    await sql(store.url, 'alter table webhook rename to webhook_away');
    await enqueueWakeUp(verification_id);
    await vi.waitFor(
      async () => expect(await findVerifications(`state = 'PENDING' and attempts = 1`)).toHaveLength(1),
      15_000,
    );
    await sql(store.url, 'alter table webhook_away rename to webhook');
    await makeOverdue();

    expect((await waitForState('VERIFIED'))?.attempts).toBeGreaterThan(1);
  });

  it('sets a verification to FAILED after five unfinished attempts', async () => {
    await requestVerification();
    await makeOverdue(', attempts = 5');

    expect((await waitForState('FAILED'))?.checks).toMatchObject([{ name: 'run', ok: false }]);
  });

  it('sets a verification to FAILED if the secrets of the webhook cannot be read', async () => {
    await sql(store.url, `update webhook set access_key = '\\x00' || access_key`);
    await requestVerification();
    await makeOverdue();

    const row = await waitForState('FAILED');
    await sql(store.url, `update webhook set access_key = substring(access_key from 2)`);
    expect(row).toMatchObject({ attempts: 1, checks: [{ name: 'secrets', ok: false }] });
  });

  it('continues after jobs with an invalid or unknown verification_id', async () => {
    await queues.getQueue(QUEUES.verifications).add({ verification_id: 'x' });
    await queues
      .getQueue(QUEUES.verifications)
      .add({ verification_id: 'verification_01kagexvhve0ya7d9z5kq5nh3m' });
    await enqueueWakeUp((await requestVerification()).verification_id);

    await waitForState('VERIFIED');
  });
});

describe('the port of the worker', () => {
  it.each([
    ['/health/live', '{"status":"ok"}'],
    ['/health/ready', '{"status":"ok"}'],
    ['/metrics', 'process_cpu_seconds_total'],
  ])('answers 200 to %s', async (path, text) => {
    const response = await fetch((await worker.getUrl()) + path);

    expect(response.status).toBe(200);
    expect(await response.text()).toContain(text);
  });
});
