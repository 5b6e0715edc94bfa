import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWebhookService, type WebhookService } from './webhook-service.js';

interface Event extends Record<string, unknown> {
  alert_id: string;
}

let service: WebhookService;
beforeAll(async () => void (service = await startWebhookService()));
afterAll(() => service?.stop());

/** Posts the bodies one after the other to a webhook with `auto` and returns the alert of each. */
async function alertsOf(...bodies: readonly object[]): Promise<readonly string[]> {
  const webhook = await service.create({ plugin_info: { plugin_id: 'auto' } });
  const alerts: string[] = [];
  for (const body of bodies) {
    const { outcomes } = await service.post(webhook, body);
    const event_id = outcomes[0]?.event_id;
    const event = await service.call<Event>('GET', `/monitoring/v1/event/${event_id}?domain_id=d1`, {});
    alerts.push(event.body.alert_id);
  }
  return alerts;
}

const origin = { service: 'shop', host: 'web-1' };

it('problems of one service open separate alerts, and a recovery resolves only its own', async () => {
  const [disk, load, over] = await alertsOf(
    { ...origin, event: 'DiskFull', text: 'Disk is at 99%', severity: 'major' },
    { ...origin, event: 'NodeLoad', text: 'Load is 9', severity: 'major' },
    { ...origin, event: 'DiskFull', text: 'Disk is at 9%', severity: 'normal' },
  );
  expect(load).not.toBe(disk);
  expect(over).toBe(disk);
  const states = await Promise.all(
    [disk, load].map((id) => service.call('GET', `/monitoring/v1/alert/${id}?domain_id=d1`, {})),
  );
  expect(states.map(({ status, body }) => [status, body['state'] ?? body])).toEqual([
    [200, 'RESOLVED'],
    [200, 'OPEN'],
  ]);
});

it('alarms without a name are distinguished by their other fields', async () => {
  const [red, blue, again] = await alertsOf(
    { status: 'down', colour: 'red' },
    { status: 'down', colour: 'blue' },
    { status: 'down', colour: 'red' },
  );
  expect(blue).not.toBe(red);
  expect(again).toBe(red);
});

it('an unknown state word resolves no alert', async () => {
  const [down, unknown] = await alertsOf(
    { host: 'web-1', title: 'web-1', status: 'DOWN' },
    { host: 'web-1', title: 'web-1', status: 'flooded', down: false },
  );
  const { body } = await service.call('GET', `/monitoring/v1/alert/${down}?domain_id=d1`, {});
  expect([unknown, body['state']]).toEqual([down, 'OPEN']);
});
