import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { createWebhookStore, type WebhookStore } from '../../../test/webhook-store.js';
import { aWebhook, scopeIn } from '../../../test/webhooks.js';
import { PostgresReplayRepository } from './postgres-replay.repository.js';

const REQUEST = { from: new Date(0), to: new Date(), quarantined_only: true };

let store: WebhookStore;
let replays: PostgresReplayRepository;
beforeAll(async () => {
  store = await createWebhookStore();
  replays = new PostgresReplayRepository(store.dataSource);
});
afterAll(() => store.close());
beforeEach(() => store.pool.query('truncate replay'));

/** Requests replays of a new webhook and returns their ids. */
async function request(domain_id: string, count: number): Promise<string[]> {
  const webhook = aWebhook({ domain_id, name: crypto.randomUUID() });
  await store.webhooks.add(scopeIn(domain_id), webhook);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(await replays.add(scopeIn(domain_id), webhook.webhook_id, REQUEST));
  return ids;
}

it('lets domains take turns, however many replays one of them requests', async () => {
  for (let n = 0; n < 9; n += 1) await request('loud', 10);
  const [quiet] = await request('quiet', 1);
  const first = await replays.acquireNext('');
  expect(first?.domain_id).toBe('loud');
  expect((await replays.acquireNext('loud'))?.replay_id).toBe(quiet);
  expect((await replays.acquireNext('quiet'))?.domain_id).toBe('loud');
});

it('runs one replay of a webhook at a time, also while it pauses', async () => {
  const [first, second] = (await request('d1', 2)) as [string, string];
  const acquire = async () => (await replays.acquireNext(''))?.replay_id;
  expect([await acquire(), await acquire()]).toEqual([first, undefined]);
  await replays.release(first, 10);
  expect(await acquire()).toBeUndefined();
  await replays.finish(first, 'DONE');
  expect(await acquire()).toBe(second);
});

it('continues a replay whose worker left it when its lease has expired', async () => {
  const [replay_id] = (await request('d1', 1)) as [string];
  await replays.acquireNext('');
  expect(await replays.findOverdue()).toBeUndefined();
  await store.pool.query(`update replay set next_attempt_at = now() - interval '1 ms' where replay_id = $1`, [
    parseId('replay', replay_id),
  ]);
  expect(await replays.findOverdue()).toBe(replay_id);
  expect((await replays.acquireNext(''))?.replay_id).toBe(replay_id);
});

it('continues a replay that was leased while the clock of the database was ahead', async () => {
  const [replay_id] = (await request('d1', 1)) as [string];
  await replays.acquireNext('');
  await store.pool.query(`update replay set next_attempt_at = now() + interval '45 days'`);
  expect(await replays.findOverdue()).toBe(replay_id);
  expect((await replays.acquireNext(''))?.replay_id).toBe(replay_id);
});

it('refuses what a webhook or a domain requests beyond its limit, until a replay has ended', async () => {
  const [first] = (await request('d2', 10)) as [string];
  await expect(request('d2', 11)).rejects.toMatchObject({ code: 'ERROR_CONFLICT', kind: 'conflict' });
  for (let n = 0; n < 8; n += 1) await request('d2', 10);
  await expect(request('d2', 1)).rejects.toMatchObject({ code: 'ERROR_RATE_LIMITED', kind: 'exhausted' });
  await request('d3', 1);
  await replays.cancel(scopeIn('d2'), first);
  await request('d2', 1);
});
