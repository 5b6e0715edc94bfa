import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from './client.js';
import { createTestDomain } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

let service: Service;
let receiver: Receiver;
beforeEach(async () => {
  [service, receiver] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startReceiver(),
  ]);
});
afterEach(async () => {
  await service?.stop();
  await receiver?.close();
});

it(
  'notices of quarantined deliveries are sent once an hour and webhook, with their number',
  { timeout: 90_000 },
  async () => {
    const { domain_id, send } = await createTestDomain(service, receiver, {
      kinds: ['delivery.quarantined'],
    });
    const readNotices = async () =>
      receiver.received.map(({ body }) => body.data as unknown as { subject: { count: number } });
    const quarantined = (count: number) =>
      until(
        () =>
          sql<{ count: number }>(
            service.databaseUrl,
            'select count(*)::int from quarantine where domain_id = $1',
            [domain_id],
          ),
        ([row]) => row?.count === count,
      );

    await send({ title: 7 }, { title: 8 });
    await until(readNotices, (all) => all.length === 1);
    expect(receiver.received[0]?.body).toMatchObject({
      type: 'delivery.quarantined',
      data: {
        subject: { webhook_id: expect.stringMatching(/^webhook_/), reason: expect.any(String) },
        links: {
          api: expect.stringContaining('/monitoring/v1/quarantine?domain_id='),
          console: expect.stringMatching(/\/console\/#\/sources\/webhook_\w+$/),
        },
      },
    });

    await send({ title: 9 }, { title: 10 });
    await quarantined(4);
    // As if the hour between notices were over.
    await sql(
      service.databaseUrl,
      `update notification_told set told_at = told_at - interval '1 hour'
       where domain_id = $1 and key not like '%counted'`,
      [domain_id],
    );
    const all = await until(readNotices, (them) => them.length === 2);
    expect(all.reduce((sum, { subject }) => sum + subject.count, 0)).toBe(4);
  },
);
