import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itOnSingleServer } from '#test/database.js';
import { createPipeline, direct, posted, type Pipeline } from '../../../test/pipeline.js';
import type { Plugin } from '#senders/plugin-api/plugin.js';
import { ensurePartitions } from '../../persistence/partitions.js';
import { ProcessDeliveries } from './process-deliveries.js';

/** Throws on bodies with `explode`, and finds no alarm in any other. */
const hostile: Plugin = {
  plugin_id: 'hostile',
  version: '1.0.0',
  name: 'Hostile',
  provider: 'test',
  docs: '',
  optionsSchema: { type: 'object' },
  samples: [],
  parse: ({ body }) => {
    if (JSON.stringify(body).includes('explode')) throw new Error('no idea what this is');
    return [];
  },
};

const WEEK = 7 * 86_400_000;

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline([hostile])));
afterAll(() => pipeline.close());

const process = (...uuids: string[]) => pipeline.newWorker().execute(new ProcessDeliveries(uuids));

async function rowsOf<T extends object>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await pipeline.pool.query<T>(sql, values)).rows;
}

describe('processing deliveries', () => {
  it('creates an event and an alert from an alarm, and closes the alert with the recovery', async () => {
    const webhook = await pipeline.addWebhook('direct');
    await pipeline.log.append(webhook, direct('disk', 'ALERT', '2026-11-20T10:00:00Z'));
    await process(webhook.uuid);
    await pipeline.log.append(webhook, direct('disk', 'RECOVERY', '2026-11-20T10:05:00Z'));
    await process(webhook.uuid);
    const events = await rowsOf<{ alert_id: string }>(
      `select alert_id from event where webhook_id = $1`,
      webhook.uuid,
    );
    expect(events).toHaveLength(2);
    expect(await rowsOf(`select * from alert where webhook_id = $1`, webhook.uuid)).toMatchObject([
      { alert_id: events[0]?.alert_id, state: 'RESOLVED', resolved_reason: 'RECOVERY', event_count: 2 },
    ]);
  });

  it('counts a repeat and says which event it repeats', async () => {
    const webhook = await pipeline.addWebhook('direct');
    for (let n = 0; n < 3; n += 1) {
      await pipeline.log.append(webhook, direct('cpu', 'ALERT', '2026-11-20T10:00:00Z'));
      await process(webhook.uuid);
    }
    const segments = await rowsOf<{ outcomes: { outcome: string; event_id: string }[][] }>(
      `select outcomes from delivery_segment where webhook_id = $1 order by seq`,
      webhook.uuid,
    );
    const outcomes = segments.flatMap((segment) => segment.outcomes.flat());
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['CREATED', 'DUPLICATE', 'DUPLICATE']);
    expect(new Set(outcomes.map(({ event_id }) => event_id)).size).toBe(1);
    expect(await rowsOf(`select * from alert where webhook_id = $1`, webhook.uuid)).toMatchObject([
      { state: 'OPEN', event_count: 1, duplicate_count: 2 },
    ]);
  });

  it('processes each delivery once with concurrent workers', async () => {
    const webhook = await pipeline.addWebhook('direct');
    for (let n = 0; n < 30; n += 1) {
      await pipeline.log.append(webhook, direct(`key ${n}`, 'ALERT', '2026-11-20T10:00:00Z'));
    }
    await Promise.all(Array.from({ length: 4 }, () => process(webhook.uuid)));
    const [count] = await rowsOf(
      `select count(*)::int as events from event where webhook_id = $1`,
      webhook.uuid,
    );
    expect(count).toEqual({ events: 30 });
    expect(await rowsOf(`select * from webhook_cursor where webhook_id = $1`, webhook.uuid)).toMatchObject([
      { received_count: '30', failed_count: '0' },
    ]);
  });

  it('keeps existing events unchanged, and writes the others', async () => {
    const webhook = await pipeline.addWebhook('direct');
    const events = () =>
      rowsOf(
        `select event_id, event_key, stored_at from event where webhook_id = $1 order by event_id`,
        webhook.uuid,
      );
    await pipeline.log.append(webhook, direct('before', 'ALERT', '2026-11-20T10:00:00Z'));
    await process(webhook.uuid);
    const before = await events();
    // The state after a restore of all tables but the events' own.
    for (const table of ['alarm_state', 'alert', 'event_roll_up_delta'])
      await rowsOf(`delete from ${table} where webhook_id = $1`, webhook.uuid);
    await rowsOf(
      `update delivery_segment set processed_at = null, outcomes = null where webhook_id = $1`,
      webhook.uuid,
    );
    await pipeline.log.append(webhook, direct('after', 'ALERT', '2026-11-20T10:00:00Z'));
    await process(webhook.uuid);
    expect(await events()).toEqual([...before, expect.objectContaining({ event_key: 'after' })]);
    expect(
      await rowsOf(
        `select sum(count)::int as counted from event_roll_up_delta where webhook_id = $1`,
        webhook.uuid,
      ),
    ).toEqual([{ counted: 1 }]);
    expect(
      await rowsOf(
        `select from delivery_segment where webhook_id = $1 and processed_at is null`,
        webhook.uuid,
      ),
    ).toEqual([]);
  });

  it('writes missing alerts with the same ids beside existing ones', async () => {
    const webhook = await pipeline.addWebhook('direct');
    for (let n = 0; n < 30; n += 1)
      await pipeline.log.append(webhook, direct(`key ${n}`, 'ALERT', '2026-11-20T10:00:00Z'));
    await process(webhook.uuid);
    const ids = () => rowsOf(`select alert_id from alert where webhook_id = $1 order by 1`, webhook.uuid);
    const before = await ids();
    // The state after a restore of some of the alerts only.
    for (const table of ['event', 'alarm_state'])
      await rowsOf(`delete from ${table} where webhook_id = $1`, webhook.uuid);
    await rowsOf(`delete from alert where webhook_id = $1 and event_key like '%2'`, webhook.uuid);
    await rowsOf(`update delivery_segment set processed_at = null where webhook_id = $1`, webhook.uuid);
    await process(webhook.uuid);
    expect(await ids()).toEqual(before);
    for (const table of ['event', 'alarm_state'])
      expect(await rowsOf(`select from ${table} where webhook_id = $1`, webhook.uuid)).toHaveLength(30);
  });

  it('keeps every digit of a number', async () => {
    const webhook = await pipeline.addWebhook('direct');
    const body = '{"event_key":"k","title":"t","additional_info":{"id":331426000000097063123,"n":1.10}}';
    await pipeline.log.append(webhook, posted(body));
    await process(webhook.uuid);
    expect(
      await rowsOf(`select additional_info::text as info from event where webhook_id = $1`, webhook.uuid),
    ).toEqual([{ info: '{"n": 1.10, "id": 331426000000097063123}' }]);
  });

  it.each([
    ['NUL and lone surrogates', '{"event_key":"k","title":"a\\u0000b\\ud800c","description":"\\udfff"}'],
    ['a number beyond every type', '{"event_key":"k","title":"t","additional_info":{"n":1e400000}}'],
    ['a key of 6,000 characters', `{"event_key":"${'k'.repeat(6000)}","title":"t"}`],
    [
      'nesting of 500,000',
      `{"event_key":"k","title":"t","additional_info":${'{"a":'.repeat(5e5)}1${'}'.repeat(5e5)}}`,
    ],
  ])('stores an alarm with %s', async (_name, body) => {
    const webhook = await pipeline.addWebhook('direct');
    await pipeline.log.append(webhook, posted(body));
    await process(webhook.uuid);
    expect(await rowsOf(`select title from event where webhook_id = $1`, webhook.uuid)).toHaveLength(1);
  });

  it('quarantines a delivery that its plugin cannot parse, with the body and the reason', async () => {
    const webhook = await pipeline.addWebhook('hostile');
    await pipeline.log.append(webhook, posted({ explode: true }));
    await pipeline.log.append(webhook, posted({ fine: true }));
    await process(webhook.uuid);
    const kept = await rowsOf<{ payload: Buffer }>(
      `select * from quarantine where webhook_id = $1`,
      webhook.uuid,
    );
    expect(kept).toMatchObject([
      { status: 'QUARANTINED', reason: expect.stringContaining('no idea what this is') },
    ]);
    expect(kept[0]?.payload.toString()).toContain('{"explode":true}');
    expect(await rowsOf(`select * from webhook_cursor where webhook_id = $1`, webhook.uuid)).toMatchObject([
      { received_count: '2', failed_count: '1', last_error: expect.stringContaining('no idea') },
    ]);
  });
});

it('keeps last_received_at when a late segment is processed', async () => {
  const webhook = await pipeline.addWebhook('direct');
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));
  const deliveryAt = (received_at: Date) => ({ ...posted({ event_key: 'k', title: 't' }), received_at });
  await ensurePartitions(pipeline.pool, ['delivery_segment', 'event'], at(0));
  await pipeline.addSegment(webhook, [deliveryAt(at(2))]);
  await process(webhook.uuid);
  await pipeline.addSegment(webhook, [deliveryAt(at(1))], { late: true });
  await process(webhook.uuid);
  const cursor = await rowsOf(
    `select last_received_at from webhook_cursor where webhook_id = $1`,
    webhook.uuid,
  );
  expect(cursor).toEqual([{ last_received_at: at(2) }]);
});

it.each([38, 120])('processes deliveries that waited for %s days', async (days) => {
  const webhook = await pipeline.addWebhook('direct');
  const received_at = new Date(Date.now() - days * 86_400_000);
  // Partitions of such old segments are kept while something in them is pending. Those of events are dropped already.
  await ensurePartitions(pipeline.pool, ['delivery_segment'], received_at);
  const alarm = direct(`waited ${days}`, 'ALERT', received_at.toISOString());
  for (const body of [alarm, posted({ nothing: 'of use' })])
    await pipeline.addSegment(webhook, [{ ...body, received_at }]);
  await pipeline.addSegment(webhook, [{ ...direct('new', 'ALERT', ''), received_at: new Date() }]);
  await process(webhook.uuid);
  expect(await rowsOf(`select event_key from event where webhook_id = $1 order by 1`, webhook.uuid)).toEqual([
    { event_key: 'new' },
    { event_key: `waited ${days}` },
  ]);
  expect(await rowsOf(`select reason from quarantine where webhook_id = $1`, webhook.uuid)).toHaveLength(1);
});

it('processes a segment with deliveries of two different weeks', async () => {
  const webhook = await pipeline.addWebhook('direct');
  const monday = Math.floor(Date.now() / WEEK - 30) * WEEK + 4 * 86_400_000;
  await ensurePartitions(pipeline.pool, ['delivery_segment'], new Date(monday));
  const arrived = [monday + 5, monday - 5].map((at) => ({
    ...direct(`at ${at}`, 'ALERT', ''),
    received_at: new Date(at),
  }));
  await pipeline.addSegment(webhook, arrived);
  await process(webhook.uuid);
  expect(await rowsOf(`select from event where webhook_id = $1`, webhook.uuid)).toHaveLength(2);
});

// Counted by a trigger, which does not exist on a cluster.
itOnSingleServer('writes the counts of a webhook once per batch, not once per delivery', async () => {
  await pipeline.pool.query(`
    create table cursor_write (webhook_id uuid);
    create function note_write() returns trigger language plpgsql as $$ begin
      insert into cursor_write values (new.webhook_id);
      return new;
    end $$;
    create trigger note_write after insert or update on webhook_cursor for each row execute function note_write()`);
  const webhook = await pipeline.addWebhook('hostile');
  const bodies = Array.from({ length: 300 }, (_, n) => posted(n % 3 === 0 ? '' : { n }));
  await Promise.all(bodies.map((body) => pipeline.log.append(webhook, body)));
  await process(webhook.uuid);
  expect(
    await rowsOf(
      `select received_count::int, failed_count::int, last_error, (
         select max(received_at) from delivery_segment where delivery_segment.webhook_id = webhook_cursor.webhook_id
       ) <= last_received_at as is_last from webhook_cursor where webhook_id = $1`,
      webhook.uuid,
    ),
  ).toEqual([{ received_count: 300, failed_count: 100, last_error: expect.any(String), is_last: true }]);
  const writes = await rowsOf(`select from cursor_write where webhook_id = $1`, webhook.uuid);
  expect(writes.length).toBeGreaterThan(1);
  expect(writes.length).toBeLessThan(20);
  await pipeline.pool.query('drop trigger note_write on webhook_cursor');
});

describe('a webhook that fails', () => {
  const pauses = async (uuid: string) =>
    rowsOf<{ attempts: number; seconds: number | null; last_error: string }>(
      `select attempts, extract(epoch from next_attempt_at - last_error_at)::float as seconds, last_error
       from webhook_cursor where webhook_id = $1`,
      uuid,
    );

  it('is postponed with growing pauses, which are reset after a success', async () => {
    const webhook = await pipeline.addWebhook('direct');
    await pipeline.log.append(webhook, direct('disk', 'ALERT', '2026-11-20T10:00:00Z'));
    const seen: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await pipeline.processing.postpone(webhook, `away ${attempt}`);
      const [pause] = await pauses(webhook.uuid);
      expect(pause).toMatchObject({ attempts: attempt, last_error: `away ${attempt}` });
      seen.push(Math.round(Number(pause?.seconds)));
    }
    expect(seen).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);

    await process(webhook.uuid);
    expect(await rowsOf(`select from event where webhook_id = $1`, webhook.uuid)).toHaveLength(0);
    await pipeline.pool.query(
      `update webhook_cursor set next_attempt_at = now() - interval '1 ms' where webhook_id = $1`,
      [webhook.uuid],
    );
    await process(webhook.uuid);
    expect(await rowsOf(`select from event where webhook_id = $1`, webhook.uuid)).toHaveLength(1);
    expect(await pauses(webhook.uuid)).toMatchObject([{ attempts: 0, seconds: null }]);
  });
});
