import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import type { AnyPlugin, PluginDelivery, PluginOutcome } from '#senders/plugin-api/plugin.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { NO_SIGNATURE } from '../../webhooks/domain/signature-settings.js';
import { encodeSegment } from '../../intake/tables/segment-codec.js';
import { lowestUuid } from '#shared/query/instant.js';
import { PostgresReplayRepository } from '../infrastructure/postgres-replay.repository.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ProcessDeliveries } from './process-deliveries.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Controls the plugin: whether it can parse, and after how many deliveries it becomes unavailable. */
const pluginState = {
  reads: 'nothing' as 'nothing' | 'all' | 'ignores',
  remainingReads: Infinity,
  /** Called with the number of deliveries parsed so far. */
  onRead: async (_count: number) => {},
  count: 0,
};
const unstablePlugin = {
  plugin_id: 'moody',
  version: '1.0.0',
  name: 'Moody',
  provider: 'test',
  docs: '',
  optionsSchema: {},
  samples: [],
  verify: () => [],
  parseAsync: async ({ body }: PluginDelivery): Promise<readonly PluginOutcome[]> => {
    const reason = 'not in the mood';
    if (pluginState.reads === 'nothing') return [{ outcome: 'ERROR', pointer: '', reason }];
    if (pluginState.reads === 'ignores') return [{ outcome: 'IGNORED', pointer: '', reason }];
    await pluginState.onRead((pluginState.count += 1));
    pluginState.remainingReads -= 1;
    if (pluginState.remainingReads < 0) throw new PluginUnavailableError('gone', 1);
    const { key } = body as { key: string };
    const event = { event_key: key, event_type: 'ALERT' as const, title: key, raw_data: body, pointer: '' };
    return [{ outcome: 'EVENT', event }];
  },
} as unknown as AnyPlugin;

let pipeline: Pipeline;
let dataSource: DataSource;
beforeAll(async () => {
  pipeline = await createPipeline([unstablePlugin]);
  dataSource = await new DataSource({ type: 'postgres', url: pipeline.database.url }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await pipeline.close();
});

async function rows<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> {
  return (await pipeline.pool.query<Row>(text, values)).rows;
}

async function process(webhook: AdmittedWebhook, deliveries: readonly unknown[]): Promise<void> {
  // Appended together, so that they may share a segment.
  await Promise.all(deliveries.map((each) => pipeline.log.append(webhook, posted(each))));
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  // The slow lane runs in the background, so it is polled for.
  const waiting = 'select from delivery_segment where webhook_id = $1 and processed_at is null';
  await expect.poll(() => rows(waiting, webhook.uuid), { timeout: 10_000 }).toEqual([]);
}

async function requested(webhook: AdmittedWebhook, quarantined_only = true): Promise<string> {
  const replay_id = v7();
  await pipeline.pool.query(
    `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only)
     values ($1, $2, $3, 'PENDING', $4, $5, $6)`,
    [
      replay_id,
      webhook.domain_id,
      webhook.uuid,
      new Date(Date.now() - 400 * DAY),
      new Date(Date.now() + HOUR),
      quarantined_only,
    ],
  );
  return formatId('replay', replay_id);
}

/** Runs the replay as a worker does that is woken up after the previous one crashed. */
async function run(replay_id: string) {
  const id = parseId('replay', replay_id);
  await pipeline.pool.query(
    `update replay set next_attempt_at = now() - interval '1 ms' where replay_id = $1`,
    [id],
  );
  await pipeline.newReplayer(new PostgresReplayRepository(dataSource)).execute();
  const [row] = await rows(
    'select state, total_count, done_count, event_count, conflict_count, reason from replay where replay_id = $1',
    id,
  );
  return row;
}

it.each(['quarantine', 'log'])(
  'counts each delivery of the %s once, wherever the replay is interrupted',
  async (where) => {
    const webhook = await pipeline.addWebhook('moody', where);
    pluginState.reads = where === 'log' ? 'ignores' : 'nothing';
    await process(
      webhook,
      Array.from({ length: 130 }, (_, n) => ({ key: `${where} ${n}` })),
    );
    pluginState.reads = 'all';
    const replay_id = await requested(webhook, where !== 'log');
    let before = 0;
    for (const done of [7, 66, 117]) {
      pluginState.remainingReads = done - before;
      before = done;
      // A slow run may end at its time limit, before the plugin becomes unavailable, and is then continued.
      const gone = { state: 'RUNNING', done_count: done, event_count: done };
      await expect.poll(() => run(replay_id), { timeout: 30_000 }).toMatchObject(gone);
    }
    pluginState.remainingReads = Infinity;
    const expected = { state: 'DONE', total_count: 130, done_count: 130, event_count: 130 };
    await expect.poll(() => run(replay_id), { timeout: 30_000 }).toMatchObject(expected);
    expect(await rows('select count(*)::int as n from event where domain_id = $1', where)).toEqual([
      { n: 130 },
    ]);
    // A second replay from the beginning finds nothing to do.
    const again = await requested(webhook, false);
    expect(await run(again)).toMatchObject({ state: 'DONE', done_count: 0, event_count: 0 });
  },
);

it.each(['quarantine', 'log'])(
  'stops a cancelled replay of the %s, and keeps what was replayed',
  async (where) => {
    const domain_id = `cancel ${where}`;
    const webhook = await pipeline.addWebhook('moody', domain_id);
    pluginState.reads = where === 'log' ? 'ignores' : 'nothing';
    await process(
      webhook,
      Array.from({ length: 20 }, (_, n) => ({ key: `cancel ${where} ${n}` })),
    );
    pluginState.reads = 'all';
    const replay_id = await requested(webhook, where !== 'log');
    const replays = new PostgresReplayRepository(dataSource);
    const scope = { domain_id, user_id: 'ann', role: 'MEMBER', root: false } as const;
    pluginState.count = 0;
    pluginState.onRead = async (count) => {
      if (count === 7) await replays.cancel(scope, replay_id);
    };
    const cancelled = { state: 'CANCELLED', total_count: 20, done_count: 6, event_count: 6, reason: null };
    try {
      expect(await run(replay_id)).toEqual({ ...cancelled, conflict_count: 0 });
    } finally {
      pluginState.onRead = async () => {};
    }
    // The seventh delivery was parsed, but none of its results was stored.
    expect(pluginState.count).toBe(7);
    const events = () => rows('select count(*)::int as n from event where domain_id = $1', domain_id);
    expect(await events()).toEqual([{ n: 6 }]);
    await replays.cancel(scope, replay_id);
    expect(await run(replay_id)).toMatchObject(cancelled);
    expect(pluginState.count).toBe(7);
    expect(await rows('select user_id from audit_log where domain_id = $1', domain_id)).toEqual([
      { user_id: 'ann' },
    ]);
    // A new replay does the rest.
    const rest = await requested(webhook, where !== 'log');
    expect(await run(rest)).toMatchObject({ state: 'DONE', event_count: 14 });
    expect(await events()).toEqual([{ n: 20 }]);
  },
);

it('keeps deliveries older than the retention of events in quarantine, with the reason', async () => {
  const webhook = await pipeline.addWebhook('moody', 'old');
  const received_at = new Date(Date.now() - 365 * DAY);
  const old: Delivery = { ...posted({ key: 'old' }), received_at };
  pluginState.reads = 'nothing';
  await process(webhook, [{ key: 'young' }]);
  // The body in quarantine is kept longer than events of that time.
  const at = (shift: number) => lowestUuid(received_at.getTime() + shift);
  await pipeline.pool.query(
    `create table quarantine_old partition of quarantine for values from ('${at(-DAY)}') to ('${at(DAY)}')`,
  );
  const delivery_id = at(0);
  await pipeline.pool.query(
    `insert into quarantine (domain_id, delivery_id, webhook_id, project_id, status, received_at, reason, outcomes, payload)
     select domain_id, $1, webhook_id, project_id, status, $2, reason, outcomes, $3 from quarantine where domain_id = 'old'`,
    [delivery_id, received_at, encodeSegment([old])],
  );
  pluginState.reads = 'all';
  const expected = { state: 'DONE', done_count: 2, event_count: 1, conflict_count: 0 };
  expect(await run(await requested(webhook))).toMatchObject(expected);
  expect(await rows(`select delivery_id, reason from quarantine where domain_id = 'old'`)).toEqual([
    { delivery_id, reason: 'cannot be stored: it arrived longer ago than events are kept' },
  ]);
});

it('fails when its webhook is deleted, and stores nothing of what was parsed before it noticed', async () => {
  const webhook = await pipeline.addWebhook('moody', 'deleted');
  pluginState.reads = 'nothing';
  await process(
    webhook,
    Array.from({ length: 20 }, (_, n) => ({ key: `deleted ${n}` })),
  );
  Object.assign(pluginState, { reads: 'all', count: 0 });
  pluginState.onRead = async (count) => {
    if (count === 7) await rows('update webhook set deleted_at = now() where webhook_id = $1', webhook.uuid);
  };
  const failed = { state: 'FAILED', done_count: 6, event_count: 6, reason: 'The webhook is gone' };
  try {
    expect(await run(await requested(webhook))).toMatchObject(failed);
  } finally {
    pluginState.onRead = async () => {};
  }
  expect(await rows(`select from event where domain_id = 'deleted'`)).toHaveLength(6);
});

it('creates no event from a delivery that is not authentic', async () => {
  const signature = { ...NO_SIGNATURE, scheme: 'SNS' as const, required: true };
  const webhook = await pipeline.addWebhook('aws-sns', 'forged', { signature });
  await process(webhook, [{ Type: 'Notification', MessageId: '1', Message: 'forged' }]);
  const expected = { state: 'DONE', done_count: 1, event_count: 0 };
  expect(await run(await requested(webhook))).toMatchObject(expected);
  expect(await rows(`select reason from quarantine where domain_id = 'forged'`)).toMatchObject([
    { reason: expect.stringMatching(/^not authentic/) },
  ]);
});
