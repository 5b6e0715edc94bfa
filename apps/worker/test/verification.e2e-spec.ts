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

const request = () =>
  store.verifications.add(scopeIn('d1'), webhook.webhook_id, (each) =>
    Verification.request(each, new Date()),
  );
const wake = (verification_id: string) => queues.queue(QUEUES.verifications).add({ verification_id });
const rows = (where: string) =>
  sql<{ state: string; attempts: number; checks: { name: string; ok: boolean; message: string }[] }>(
    store.url,
    `select state, attempts, checks from verification where ${where}`,
  );
const overdue = (set = '') =>
  sql(store.url, `update verification set next_attempt_at = now() ${set} where state = 'PENDING'`);
const ended = (state: string) =>
  vi.waitFor(
    async () => {
      const [row] = await rows('requested_at = (select max(requested_at) from verification)');
      expect(row).toMatchObject({ state });
      return row;
    },
    { timeout: 15_000, interval: 50 },
  );

describe('the queue of verifications', () => {
  it('a job: the plugin is tried and the result stored', async () => {
    await wake((await request()).verification_id);

    const row = await ended('VERIFIED');
    expect(row?.attempts).toBe(1);
    expect(row?.checks.map(({ name }) => name)).toEqual(['version', 'options', 'samples']);
  });

  it('a job that got lost: the sweep finds it', async () => {
    await request();
    await overdue();

    await ended('VERIFIED');
  });

  it('an attempt that breaks is tried again', async () => {
    const { verification_id } = await request();
    await sql(store.url, 'alter table webhook rename to webhook_away');
    await wake(verification_id);
    await vi.waitFor(
      async () => expect(await rows(`state = 'PENDING' and attempts = 1`)).toHaveLength(1),
      15_000,
    );
    await sql(store.url, 'alter table webhook_away rename to webhook');
    await overdue();

    expect((await ended('VERIFIED'))?.attempts).toBeGreaterThan(1);
  });

  it('is given up when no attempt comes to an end', async () => {
    await request();
    await overdue(', attempts = 5');

    expect((await ended('FAILED'))?.checks).toMatchObject([{ name: 'run', ok: false }]);
  });

  it('jobs that mean nothing do no harm', async () => {
    await queues.queue(QUEUES.verifications).add({ verification_id: 'x' });
    await queues
      .queue(QUEUES.verifications)
      .add({ verification_id: 'verification_01kagexvhve0ya7d9z5kq5nh3m' });
    await wake((await request()).verification_id);

    await ended('VERIFIED');
  });
});

describe('the port of the worker', () => {
  it.each([
    ['/health/live', '{"status":"ok"}'],
    ['/health/ready', '{"status":"ok"}'],
    ['/metrics', 'process_cpu_seconds_total'],
  ])('200 %s', async (path, text) => {
    const answer = await fetch((await worker.getUrl()) + path);

    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(text);
  });
});
