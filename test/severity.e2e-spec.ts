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
  [
    'a site that is down, parsed by its plugin',
    { plugin_id: 'statuscake' },
    SITE_DOWN,
    undefined,
    'CRITICAL',
  ],
  ['a host that is down, parsed by auto', { plugin_id: 'auto' }, HOST_DOWN, undefined, 'CRITICAL'],
  ['a job that is down', { plugin_id: 'auto' }, JOB_DOWN, undefined, 'ERROR'],
  ['an alarm whose source is not down', { plugin_id: 'auto' }, DISK_FULL, undefined, 'NONE'],
  ['a mapping without a severity', mapping, HOST_DOWN, undefined, 'ERROR'],
  [
    'a site that is down, at a webhook with a default severity',
    { plugin_id: 'statuscake' },
    SITE_DOWN,
    'WARNING',
    'WARNING',
  ],
  ['a mapping at a webhook with a default severity', mapping, HOST_DOWN, 'INFO', 'INFO'],
  [
    'an alarm whose source is not down, at a webhook with a default severity',
    { plugin_id: 'auto' },
    DISK_FULL,
    'ERROR',
    'ERROR',
  ],
  [
    'an alarm that states its severity',
    { plugin_id: 'auto' },
    { ...DISK_FULL, severity: 'minor' },
    'ERROR',
    'WARNING',
  ],
])('derives the severity of %s', async (_, plugin_info, body, default_severity, wanted) => {
  const settings = default_severity === undefined ? {} : { default_severity };
  const webhook = await service.create({ plugin_info, settings });

  const preview = await service.call('POST', `${webhookPath(webhook)}/plugin/preview`, { body });
  const { outcomes } = await service.post(webhook, body);
  const event_id = outcomes[0]?.event_id;
  const event = await service.call('GET', `/monitoring/v1/event/${event_id}?domain_id=d1`, {});

  expect(preview.body).toMatchObject({ outcomes: [{ event: { severity: wanted } }] });
  expect(event.body).toMatchObject({ severity: wanted });
});
