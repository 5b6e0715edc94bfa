import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf, startWebhookApi, type WebhookApi } from '../apps/api/test/webhooks-under-test.js';
import { startWorker } from '../apps/worker/test/worker-under-test.js';

interface Delivery extends Record<string, unknown> {
  outcomes: { outcome: string; event_id: string }[];
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

const SITE_DOWN = { TestID: '7', Status: 'Down', URL: 'https://shop.example.com', Name: 'Shop' };
const HOST_DOWN = { host: 'web-1', name: 'web-1 ping', status: 'DOWN' };
const JOB_DOWN = { job: 'nightly backup', title: 'Nightly backup', status: 'DOWN' };
const DISK_FULL = { title: 'Disk full', host: 'web-1', status: 'firing' };
const mapping = {
  plugin_id: 'mapping',
  options: { fields: { event_key: 'host', title: '"Host " & host & " is down"' } },
};

it.each([
  ['a site that a named plugin reads', { plugin_id: 'statuscake' }, SITE_DOWN, undefined, 'CRITICAL'],
  ['a host of a sender nobody described', { plugin_id: 'auto' }, HOST_DOWN, undefined, 'CRITICAL'],
  ['anything else that is down', { plugin_id: 'auto' }, JOB_DOWN, undefined, 'ERROR'],
  ['what is not down', { plugin_id: 'auto' }, DISK_FULL, undefined, 'NONE'],
  ['a mapping without a severity', mapping, HOST_DOWN, undefined, 'ERROR'],
  ['a webhook with a severity of its own', { plugin_id: 'statuscake' }, SITE_DOWN, 'WARNING', 'WARNING'],
  ['its mapping', mapping, HOST_DOWN, 'INFO', 'INFO'],
  ['its alarms that are not down', { plugin_id: 'auto' }, DISK_FULL, 'ERROR', 'ERROR'],
  [
    'a severity that is stated',
    { plugin_id: 'auto' },
    { ...DISK_FULL, severity: 'minor' },
    'ERROR',
    'WARNING',
  ],
])('the severity of %s', async (_, plugin_info, body, default_severity, wanted) => {
  const settings = default_severity === undefined ? {} : { default_severity };
  const webhook = await api.create({ plugin_info, settings });

  const preview = await api.call('POST', `${pathOf(webhook)}/plugin/preview`, { body });
  const headers = { prefer: 'wait=10' };
  const path = new URL(webhook.webhook_url).pathname;
  const posted = await api.api.call<Delivery>('POST', path, { key: null, headers, body });
  const event_id = posted.body.outcomes[0]?.event_id;
  const event = await api.call('GET', `/monitoring/v1/event/${event_id}?domain_id=d1`, {});

  expect(preview.body).toMatchObject({ outcomes: [{ event: { severity: wanted } }] });
  expect(event.body).toMatchObject({ severity: wanted });
});
