import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhookPath } from '../apps/api/test/webhooks-under-test.js';
import { startWebhookService, type WebhookService } from './webhook-service.js';

let service: WebhookService;
beforeAll(async () => void (service = await startWebhookService()));
afterAll(() => service?.stop());

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
  const webhook = await service.create({ plugin_info, settings });

  const preview = await service.call('POST', `${webhookPath(webhook)}/plugin/preview`, { body });
  const { outcomes } = await service.post(webhook, body);
  const event_id = outcomes[0]?.event_id;
  const event = await service.call('GET', `/monitoring/v1/event/${event_id}?domain_id=d1`, {});

  expect(preview.body).toMatchObject({ outcomes: [{ event: { severity: wanted } }] });
  expect(event.body).toMatchObject({ severity: wanted });
});
