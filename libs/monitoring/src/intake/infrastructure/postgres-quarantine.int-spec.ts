import { afterAll, beforeAll, expect, it } from 'vitest';
import { SystemClock } from '#shared/kernel/clock.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { ensurePartitions } from '../../persistence/partitions.js';
import type { AdmittedWebhook } from '../application/ports/webhook-directory.js';
import { ArrivalClock } from './delivery-log/arrival-clock.js';
import { PostgresQuarantine } from './postgres-quarantine.js';

let pipeline: Pipeline;
let quarantine: PostgresQuarantine;
beforeAll(async () => {
  pipeline = await createPipeline();
  await ensurePartitions(pipeline.pool, ['quarantine'], new Date());
  quarantine = new PostgresQuarantine(pipeline.pool, new ArrivalClock(pipeline.pool, new SystemClock()));
});
afterAll(() => pipeline.close());

const store = (webhook: AdmittedWebhook) => quarantine.storeUnreadable(webhook, posted('no json'), 'no json');

async function tallyOf({ uuid }: AdmittedWebhook) {
  const { rows } = await pipeline.pool.query(
    `select seen::int, kept,
       (select count(*)::int from quarantine where quarantine.webhook_id = unreadable_tally.webhook_id) as copies
     from unreadable_tally where webhook_id = $1`,
    [uuid],
  );
  return rows[0];
}

it('keeps the unreadable bodies of one webhook while that of another is being written', async () => {
  const webhooks = [await pipeline.addWebhook('direct', 'd1'), await pipeline.addWebhook('direct', 'd2')];
  await Promise.all(webhooks.map(store));
  for (const webhook of webhooks) expect(await tallyOf(webhook)).toEqual({ seen: 1, kept: 1, copies: 1 });
});

it('keeps the unreadable body of a domain while those of another are being written', async () => {
  const addWebhooks = (count: number) =>
    Promise.all(Array.from({ length: count }, () => pipeline.addWebhook('direct', 'd1')));
  const [calm, ...busy] = [await pipeline.addWebhook('direct', 'd2'), ...(await addWebhooks(6))];
  await Promise.all([...busy, calm].map(store));
  expect(await tallyOf(calm)).toEqual({ seen: 1, kept: 1, copies: 1 });
});

it('counts unreadable bodies that arrive while one is being written with the next one', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await Promise.all([store(webhook), store(webhook), store(webhook)]);
  await store(webhook);
  expect(await tallyOf(webhook)).toEqual({ seen: 4, kept: 2, copies: 2 });
});

it('counts unreadable bodies that could not be written', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await pipeline.pool.query(`alter table unreadable_tally rename to hidden`);
  await expect(store(webhook)).rejects.toThrow('unreadable_tally');
  await pipeline.pool.query(`alter table hidden rename to unreadable_tally`);
  await store(webhook);
  expect(await tallyOf(webhook)).toEqual({ seen: 2, kept: 1, copies: 1 });
});
