import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from '../client.js';
import { alarm, createTestDomain, recovery } from '../notified-domain.js';
import { startService, type Service } from '../service.js';
import { startPagerDutyAccount } from './pagerduty.js';

/*
 * Operators fear an incident that stays acknowledged while nobody works on it, and one that stays open when all is well. An
 * acknowledged incident pages nobody, whatever is triggered under its key.
 */

const SLOW_TEST = { timeout: 90_000 };

let service: Service;
let pagerDuty: Awaited<ReturnType<typeof startPagerDutyAccount>>;
beforeAll(async () => {
  [service, pagerDuty] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startPagerDutyAccount(),
  ]);
});
afterAll(async () => {
  pagerDuty?.close();
  await service?.stop();
});

/** Opens an alert and acknowledges it. */
async function createAcknowledged(terms: object = {}) {
  const routing_key = pagerDuty.createRoutingKey();
  const options = { routing_key, url: pagerDuty.url };
  const { domain_id, send } = await createTestDomain(
    service,
    { url: '', secrets: [] },
    { protocol_id: 'pagerduty', options },
  );
  const waitFor = (isDone: (open: ReturnType<typeof pagerDuty.open>) => boolean) =>
    until(async () => pagerDuty.open(routing_key), isDone, 60_000);
  await send(alarm('disk', { severity: 'WARNING' }));
  const [incident] = await waitFor((open) => open.length === 1);
  const path = `${service.api.url}/monitoring/v1/alert/${incident?.dedup_key}`;
  const acknowledge = (more: object = {}) => call('PUT', `${path}/acknowledge`, { domain_id, ...more });
  expect((await acknowledge(terms)).status).toBe(200);
  await waitFor((open) => open[0]?.state === 'acknowledged');
  return { send, waitFor, acknowledge, pages: () => pagerDuty.pages(routing_key) };
}

it(
  'pages again when the time of an acknowledgement is over, and resolves what is open',
  SLOW_TEST,
  async () => {
    const { send, waitFor, acknowledge, pages } = await createAcknowledged({ until: 'now + 5s' });
    expect(pages()).toHaveLength(1);
    await waitFor(([incident, ...others]) => incident?.state === 'triggered' && others.length === 0);
    expect(pages()).toMatchObject([
      { summary: expect.stringContaining('Opened') },
      { summary: expect.stringContaining('Acknowledgement ended') },
    ]);
    await acknowledge();
    await waitFor(([incident]) => incident?.state === 'acknowledged');
    await send(recovery('disk'));
    await waitFor((open) => open.length === 0);
    expect(pages()).toHaveLength(2);
  },
);

it('pages again when an acknowledged alert becomes worse, and resolves what is open', SLOW_TEST, async () => {
  const { send, waitFor, pages } = await createAcknowledged();
  await send(alarm('disk', { severity: 'CRITICAL' }));
  await waitFor(([incident, ...others]) => incident?.state === 'triggered' && others.length === 0);
  expect(pages()).toMatchObject([{ severity: 'warning' }, { severity: 'critical' }]);
  await send(recovery('disk'));
  await waitFor((open) => open.length === 0);
  expect(pages()).toHaveLength(2);
});
