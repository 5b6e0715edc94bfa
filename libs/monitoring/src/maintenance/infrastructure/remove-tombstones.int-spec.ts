import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { itOnSingleServer } from '#test/database.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { newSegmentId, encodeSegment } from '../../intake/tables/segment-codec.js';
import {
  DeletedWebhookError,
  type StoredSegment,
} from '../../intake/infrastructure/delivery-log/segment-writer.js';
import { lockCursors } from '../../intake/tables/lock-cursor.js';
import { removeTombstones } from './remove-tombstones.js';

let pipeline: Pipeline;
let database: DirectDatabase;
beforeAll(async () => {
  pipeline = await createPipeline();
  database = new DirectDatabase(pipeline.database.url);
});
afterAll(() => pipeline.close());

const TOMORROW = new Date(Date.now() + 86_400_000);
const remove = () => database.withSession((sql) => removeTombstones(sql, TOMORROW));

async function addTombstone(): Promise<AdmittedWebhook> {
  const webhook = await pipeline.addWebhook('direct');
  await pipeline.pool.query('update webhook set deleted_at = now() where webhook_id = $1', [webhook.uuid]);
  return webhook;
}

function createLateSegment({ domain_id, uuid }: AdmittedWebhook): StoredSegment {
  const received_at = new Date();
  const payload = encodeSegment([{ ...posted({ event_key: 'k', title: 't' }), received_at }]);
  const segment_id = newSegmentId(received_at);
  return { domain_id, segment_id, webhook_uuid: uuid, received_at, delivery_count: 1, payload };
}

const pending = async ({ uuid }: AdmittedWebhook) =>
  (await pipeline.pool.query('select from delivery_segment where webhook_id = $1', [uuid])).rowCount;

async function inTransactionOf(work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pipeline.pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('rollback');
  } finally {
    client.release();
  }
}

it('keeps a deleted webhook while a segment is being written for it', async () => {
  const webhook = await addTombstone();
  const writer = pipeline.writer as unknown as { insert(...given: unknown[]): Promise<void> };
  const insert = writer.insert.bind(writer);
  let removed: number | undefined;
  vi.spyOn(writer, 'insert').mockImplementationOnce(async (...given) => {
    // Between the look-up of the webhook and the insert.
    removed = await remove();
    await insert(...given);
  });
  await pipeline.writer.writeDelayed([createLateSegment(webhook)]);
  expect(removed).toBe(0);
  expect(await pending(webhook)).toBe(1);
  expect(await remove()).toBe(0);

  await pipeline.pool.query('delete from delivery_segment where webhook_id = $1', [webhook.uuid]);
  expect(await remove()).toBe(1);
  await expect(pipeline.writer.writeDelayed([createLateSegment(webhook)])).rejects.toThrow(
    DeletedWebhookError,
  );
  expect(await pending(webhook)).toBe(0);
});

it('keeps a deleted webhook if a segment was written for it since the search', async () => {
  const [written, other] = [await addTombstone(), await addTombstone()];
  const removed = await database.withSession((sql) => {
    const query = sql.query.bind(sql) as (...given: unknown[]) => Promise<unknown>;
    vi.spyOn(sql, 'query').mockImplementationOnce(async (...given: unknown[]) => {
      const found = await query(...given);
      await pipeline.writer.writeDelayed([createLateSegment(written)]);
      return found;
    });
    return removeTombstones(sql, TOMORROW);
  });
  expect(removed).toBe(1);
  const { rows } = await pipeline.pool.query('select webhook_id from webhook where webhook_id = any ($1)', [
    [written.uuid, other.uuid],
  ]);
  expect(rows).toEqual([{ webhook_id: written.uuid }]);
  await pipeline.pool.query('delete from delivery_segment where webhook_id = $1', [written.uuid]);
});

it('makes a late segment wait for the removal, and then refuses it', async () => {
  const webhook = await addTombstone();
  const client = await pipeline.pool.connect();
  await client.query('begin');
  await client.query('select from webhook_cursor where domain_id = $1 and webhook_id = $2 for update', [
    webhook.domain_id,
    webhook.uuid,
  ]);
  const late = pipeline.writer.writeDelayed([createLateSegment(webhook)]).catch((error: unknown) => error);
  await sleep(100);
  await client.query('delete from webhook_cursor where domain_id = $1 and webhook_id = $2', [
    webhook.domain_id,
    webhook.uuid,
  ]);
  await client.query('commit');
  client.release();
  expect(await late).toBeInstanceOf(DeletedWebhookError);
  expect(await pending(webhook)).toBe(0);
});

it('writes a late segment without waiting for the worker that processes its webhook', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await inTransactionOf(async (client) => {
    expect([...(await lockCursors(client, [webhook])).keys()]).toEqual([webhook.uuid]);
    await pipeline.writer.writeDelayed([createLateSegment(webhook)]);
  });
  expect(await pending(webhook)).toBe(1);
});

it('refuses a late segment if only the cursor of its webhook exists', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await pipeline.pool.query('delete from webhook where webhook_id = $1', [webhook.uuid]);
  await expect(pipeline.writer.writeDelayed([createLateSegment(webhook)])).rejects.toThrow(
    DeletedWebhookError,
  );
});

// Observed by a trigger; a cluster does not support them.
itOnSingleServer('limits idle transactions to 30 s while a late segment is written', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await pipeline.pool.query(`
    create table held_for (seconds text);
    create function note_limit() returns trigger language plpgsql as $$ begin
      insert into held_for values (current_setting('idle_in_transaction_session_timeout'));
      return new;
    end $$;
    create trigger note_limit before insert on delivery_segment for each row execute function note_limit()`);
  await pipeline.writer.writeDelayed([createLateSegment(webhook)]);
  const { rows } = await pipeline.pool.query('select seconds from held_for');
  expect(rows).toEqual([{ seconds: '30s' }]);
});
