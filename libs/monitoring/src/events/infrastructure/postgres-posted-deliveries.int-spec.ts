import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { formatId, newUuid } from '#shared/kernel/ids.js';
import { floorsOf } from '../../../test/retention.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import { createHeartbeatDelivery } from '../../heartbeats/domain/heartbeat-delivery.js';
import { deliveryIdOf, newSegmentId, encodeSegment } from '../../intake/tables/segment-codec.js';
import { PostgresPostedDeliveries } from './postgres-posted-deliveries.js';

const WEBHOOK = newUuid(new Date());
const NOW = new Date();

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const delivery = (text: string): Delivery => ({
  received_at: NOW,
  content_type: 'text/plain; charset=utf-8',
  headers: {},
  query: {},
  path_suffix: '',
  body: Buffer.from(text),
});

/** @returns the ids of its deliveries */
async function segment(domain_id: string, ...deliveries: readonly Delivery[]): Promise<string[]> {
  const id = newSegmentId(NOW);
  await pool.query(
    `insert into delivery_segment (domain_id, segment_id, webhook_id, received_at, delivery_count, payload)
     values ($1, $2, $3, $4, $5, $6)`,
    [domain_id, id, WEBHOOK, NOW, deliveries.length, encodeSegment(deliveries)],
  );
  return deliveries.map((_, at) => deliveryIdOf(id, at));
}

/** @returns the public id of an event that a delivery made */
async function event(
  domain_id: string,
  delivery_id: string | undefined,
  info = {},
  at = NOW,
): Promise<string> {
  const id = newUuid(at);
  await pool.query(
    `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type, severity,
       title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at)
     values ($1, $2, $3, 'p1', $2, $4, 'k', 'ALERT', 'ERROR', 't', '', '{}', $5, 'direct', '1.0.0', now(), now())`,
    [domain_id, id, WEBHOOK, delivery_id, info],
  );
  return formatId('event', id);
}

it('finds the deliveries of several events with two statements per domain', async () => {
  const [one, two] = await segment('d1', delivery('one'), delivery('two'));
  const [other] = await segment('d2', delivery('other'));
  const events = [
    await event('d1', one),
    await event('d1', two),
    await event('d1', two),
    await event('d2', other),
  ];
  let statements = 0;
  const query = (...given: [string]) => {
    statements += 1;
    return pool.query(...given);
  };
  const deliveries = new PostgresPostedDeliveries({ query } as unknown as Pool, floorsOf());
  const found = await Promise.all(events.map((id, at) => deliveries.findByEvent(at < 3 ? 'd1' : 'd2', id)));
  expect(found.map((each) => each?.body.toString())).toEqual(['one', 'two', 'two', 'other']);
  expect(found[0]).toMatchObject({
    delivery_id: formatId('delivery', String(one)),
    content_type: 'text/plain; charset=utf-8',
  });
  // Two statements for each domain.
  expect(statements).toBe(4);
});

it('finds how often notifications had passed on a delivery', async () => {
  const [id] = await segment('d1', { ...delivery('passed on'), headers: { 'tocsin-hops': '2' } });
  const deliveries = new PostgresPostedDeliveries(pool, floorsOf());
  expect(await deliveries.findByEvent('d1', await event('d1', id))).toMatchObject({ hops: 2 });
});

it('finds a delivery that is stored only in the quarantine', async () => {
  const delivery_id = deliveryIdOf(newSegmentId(NOW), 3);
  await pool.query(
    `insert into quarantine (domain_id, delivery_id, webhook_id, project_id, status, reason, payload, received_at)
     values ('d1', $1, $2, 'p1', 'QUARANTINED', 'why', $3, now())`,
    [delivery_id, WEBHOOK, encodeSegment([delivery('kept')])],
  );
  const found = await new PostgresPostedDeliveries(pool, floorsOf()).findByEvent(
    'd1',
    await event('d1', delivery_id),
  );
  expect(found?.body.toString()).toBe('kept');
});

it('finds no delivery of another domain or of a heartbeat, and none that was removed', async () => {
  const missing = { ...createHeartbeatDelivery({ kind: 'missing', name: 'backup' }), received_at: NOW };
  const [theirs, own] = await segment('d2', delivery('theirs'), missing);
  const deliveries = new PostgresPostedDeliveries(pool, floorsOf());
  expect(await deliveries.findByEvent('d1', await event('d2', theirs))).toBeUndefined();
  expect(await deliveries.findByEvent('d2', await event('d2', own))).toBeUndefined();
  expect(
    await deliveries.findByEvent('d2', await event('d2', deliveryIdOf(newSegmentId(NOW), 0))),
  ).toBeUndefined();
});

it('finds no delivery of an event that is past the shorter retention of its domain', async () => {
  const [posted] = await segment('short', delivery('posted'));
  const ids = [
    await event('short', posted),
    await event('short', posted, {}, new Date(NOW.getTime() - 3 * 86_400_000)),
  ];
  const deliveries = new PostgresPostedDeliveries(pool, floorsOf({ short: 2 }));
  const found = await Promise.all(ids.map((id) => deliveries.findByEvent('short', id)));
  expect(found.map((one) => one?.body.toString())).toEqual(['posted', undefined]);
});
