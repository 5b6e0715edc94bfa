import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWebhookApi, type WebhookApi } from '../apps/api/test/webhooks-under-test.js';
import { startWorker } from '../apps/worker/test/worker-under-test.js';

interface Delivery extends Record<string, unknown> {
  outcomes: { outcome: string; event_id: string }[];
}
interface Event extends Record<string, unknown> {
  alert_id: string;
}

let api: WebhookApi;
let worker: NestFastifyApplication;

beforeAll(async () => {
  api = await startWebhookApi();
  const ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64');
  worker = await startWorker({ DATABASE_URL: api.api.databaseUrl, ENCRYPTION_KEY });
});
afterAll(async () => {
  await worker.close();
  await api.api.close();
});

/** The alert that each of these joined, posted one after the other to a webhook with `auto`. */
async function alertsOf(...bodies: readonly object[]): Promise<readonly string[]> {
  const webhook = await api.create({ plugin_info: { plugin_id: 'auto' } });
  const alerts: string[] = [];
  for (const body of bodies) {
    const path = new URL(webhook.webhook_url).pathname;
    const posted = await api.api.call<Delivery>('POST', path, {
      key: null,
      headers: { prefer: 'wait=10' },
      body,
    });
    const event_id = posted.body.outcomes[0]?.event_id;
    const event = await api.call<Event>('GET', `/monitoring/v1/event/${event_id}?domain_id=d1`, {});
    alerts.push(event.body.alert_id);
  }
  return alerts;
}

const on = { service: 'shop', host: 'web-1' };

it('what happens to one service at the same time are two alerts, and the end of one closes only that', async () => {
  const [disk, load, over] = await alertsOf(
    { ...on, event: 'DiskFull', text: 'Disk is at 99%', severity: 'major' },
    { ...on, event: 'NodeLoad', text: 'Load is 9', severity: 'major' },
    { ...on, event: 'DiskFull', text: 'Disk is at 9%', severity: 'normal' },
  );
  expect(load).not.toBe(disk);
  expect(over).toBe(disk);
  const states = await Promise.all(
    [disk, load].map((id) => api.call('GET', `/monitoring/v1/alert/${id}?domain_id=d1`, {})),
  );
  expect(states.map(({ body }) => body['state'])).toEqual(['RESOLVED', 'OPEN']);
});

it('alarms that nothing names are not one alarm', async () => {
  const [red, blue, again] = await alertsOf(
    { status: 'down', colour: 'red' },
    { status: 'down', colour: 'blue' },
    { status: 'down', colour: 'red' },
  );
  expect(blue).not.toBe(red);
  expect(again).toBe(red);
});

it('a word that nobody knows closes nothing', async () => {
  const [down, unknown] = await alertsOf(
    { host: 'web-1', title: 'web-1', status: 'DOWN' },
    { host: 'web-1', title: 'web-1', status: 'flooded', down: false },
  );
  const { body } = await api.call('GET', `/monitoring/v1/alert/${down}?domain_id=d1`, {});
  expect([unknown, body['state']]).toEqual([down, 'OPEN']);
});
