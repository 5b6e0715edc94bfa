import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sql } from '#test/sql.js';
import { webhookPath } from '../apps/api/test/webhooks-under-test.js';
import { startWebhookService, type DeliveryInfo, type WebhookService } from './webhook-service.js';

const QUARANTINE = '/monitoring/v1/quarantine';
/** A wrong mapping: payloads have `text` instead of `headline`. The test corrects it later. */
const MAPPING = { fields: { event_key: 'key', title: 'headline' } };

let service: WebhookService;
beforeEach(async () => void (service = await startWebhookService()));
afterEach(() => service?.stop());

const range = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
const start = (webhook_id: string, body: object) =>
  service.call<DeliveryInfo>('POST', `/monitoring/v1/webhook/${webhook_id}/replay`, { body });

it('deliveries that a full quarantine cannot keep are counted and replayed from the log', async () => {
  const { databaseUrl } = service.api;
  const { get, post, replay } = service;
  const one = await service.create({ plugin_info: { plugin_id: 'mapping', options: MAPPING } });
  const first = await post(one, { key: 'kept', text: 'Kept' });
  const setBytes = (bytes: string) =>
    sql<{ before: string }>(
      databaseUrl,
      `update webhook_cursor set quarantine_bytes = ${bytes}
       where webhook_id = (select webhook_id from quarantine where delivery_id::text <> '' and status = 'QUARANTINED'
         order by delivery_id desc limit 1) returning quarantine_bytes as before`,
    );
  const [counted] = await setBytes('quarantine_bytes');
  expect(Number(counted?.before)).toBeGreaterThan(20);
  await setBytes(String(256 * 1024 * 1024));

  const [second, third] = [
    await post(one, { key: 'unkept 1', text: 'Unkept 1' }),
    await post(one, { key: 'unkept 2', text: 'Unkept 2' }),
  ];
  for (const { status, outcomes } of [second, third])
    expect([status, outcomes[0]?.reason]).toEqual([
      'QUARANTINED',
      expect.stringMatching(/.+ \(not kept in the quarantine, which has no more room for this webhook\)$/),
    ]);
  expect((await get(`${QUARANTINE}/${first.delivery_id}`)).status).toBe(200);
  expect((await get(`${QUARANTINE}/${second.delivery_id}`)).status).toBe(404);
  const health = async () => (await get(webhookPath(one))).body['health'];
  expect(await health()).toMatchObject({ failed_count: 3, unkept_count: 2 });

  // A delivery that fails again can still be read.
  expect((await replay(second.delivery_id)).body.status).toBe('QUARANTINED');
  const still = await get(`/monitoring/v1/delivery/${second.delivery_id}`);
  expect(still.body.outcomes[0]?.reason).toMatch(/not kept in the quarantine/);
  const options = { fields: { event_key: 'key', title: 'text' } };
  await service.call('PUT', `${webhookPath(one)}/plugin`, { body: { options } });
  expect((await replay(second.delivery_id)).body).toMatchObject({ outcomes: [{ outcome: 'CREATED' }] });
  const all = await start(one.webhook_id, { ...range, quarantined_only: false });
  const at = `/monitoring/v1/replay/${String(all.body['replay_id'])}`;
  await vi.waitFor(async () => expect((await get(at)).body).toMatchObject({ state: 'DONE' }), 15_000);
  expect((await get(at)).body).toMatchObject({ total_count: 2, done_count: 2, event_count: 2 });
  for (const { delivery_id } of [first, third])
    expect((await get(`/monitoring/v1/delivery/${delivery_id}`)).body).toMatchObject({
      status: 'PROCESSED',
      outcomes: [{ outcome: 'CREATED' }],
    });
  // Replayed deliveries have freed their space, and nothing is counted twice.
  expect(await health()).toMatchObject({ failed_count: 3, unkept_count: 2 });
  const [left] = await sql<{ bytes: string }>(
    databaseUrl,
    `select max(quarantine_bytes) as bytes from webhook_cursor`,
  );
  expect(Number(left?.bytes)).toBe(256 * 1024 * 1024 - Number(counted?.before));
}, 40_000);
