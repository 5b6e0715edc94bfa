import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { scaled } from '#test/scale.js';
import { AlertMemory } from '../../../test/alert-memory.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { ProcessDeliveries } from '../application/process-deliveries.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import type { Plugin } from '#senders/plugin-api/plugin.js';
import { parseAlarms } from '../domain/parse-alarms.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { deliveryIdOf } from '../../intake/tables/segment-codec.js';
import { PostgresReplayRepository } from './postgres-replay.repository.js';

const RUNS = scaled(10);
const HOUR = 3_600_000;

/** Like `direct`, but cannot parse alarms that are marked as broken until `isFixed` is set. */
let isFixed = false;
const breakable: Plugin = {
  ...direct,
  plugin_id: 'breakable',
  parse(delivery, options) {
    const body = delivery.body as readonly { readonly rule: string }[];
    return direct
      .parse(delivery, options)
      .map((one, at) =>
        isFixed || body[at]?.rule !== 'broken'
          ? one
          : { outcome: 'ERROR', pointer: `/${at}`, reason: 'broken' },
      );
  },
};

let pipeline: Pipeline;
let dataSource: DataSource;
beforeAll(async () => {
  pipeline = await createPipeline([breakable]);
  dataSource = await new DataSource({ type: 'postgres', url: pipeline.database.url }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await pipeline.close();
});

const bodies = fc.array(
  fc.array(
    fc.record({
      event_key: fc.constantFrom('a', 'b'),
      event_type: fc.constantFrom('ALERT', 'RECOVERY', 'ERROR'),
      occurred: fc.nat(9),
      rule: fc.constantFrom('broken', 'sound'),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  { maxLength: 7 },
);

async function rowsOf<Row extends object>(text: string, { uuid }: AdmittedWebhook): Promise<Row[]> {
  return (await pipeline.pool.query<Row>(text, [uuid])).rows;
}

async function request({ uuid, domain_id }: AdmittedWebhook, from: Date): Promise<string> {
  const replay_id = v7();
  await pipeline.pool.query(
    `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only)
     values ($1, $2, $3, 'PENDING', $4, $5, true)`,
    [replay_id, domain_id, uuid, from, new Date(from.getTime() + HOUR)],
  );
  return formatId('replay', replay_id);
}

it('concurrent replays and workers give the same open alerts as parsing everything at once', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, fc.nat(7), async (all, before) => {
      isFixed = false;
      const webhook = await pipeline.addWebhook('breakable');
      const start = Date.now() - HOUR / 2;
      const at = (second: number) => new Date(start + second * 1000);
      const alone = new AlertMemory();
      let alarms = 0;
      const add = async (body: (typeof all)[number], index: number) => {
        const delivery: Delivery = {
          ...posted(
            body.map(({ occurred, ...one }, n) => ({
              ...one,
              title: `${index} ${n}`,
              // An end and a start are at different times. Alarms with the same time are in the order of their arrival.
              occurred_at: at(2 * occurred + (one.event_type === 'RECOVERY' ? 1 : 0)).toISOString(),
            })),
          ),
          received_at: at(20 + index),
        };
        const id = await pipeline.addSegment(webhook, [delivery]);
        const read = parseAlarms(direct, {}, deliveryIdOf(id, 0), delivery);
        alarms += read.length;
        alone.process(read.flatMap((one) => (one.kind === 'alarm' ? [one.alarm] : [])));
      };
      const work = () => pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
      for (const [index, body] of all.entries()) {
        if (index < before) await add(body, index);
      }
      await work();
      isFixed = true;
      await Promise.all([request(webhook, at(0)), request(webhook, at(10))]);
      // The workers take turns: one replay of a webhook runs at a time.
      const replay = async () => {
        for (let turn = 0; turn < 3; turn += 1)
          await pipeline.newReplayer(new PostgresReplayRepository(dataSource)).execute();
      };
      const replaying = [replay(), replay()];
      for (const [index, body] of all.entries()) {
        if (index < before) continue;
        await add(body, index);
        await work();
      }
      await Promise.all(replaying);
      await replay();
      await work();

      const [counts] = await rowsOf<{ events: number; seen: number; left: number; replayed: number }>(
        `select (select count(*)::int from event where webhook_id = $1) as events,
           (select coalesce(sum(event_count + duplicate_count), 0)::int from alert where webhook_id = $1) as seen,
           (select count(*)::int from quarantine where webhook_id = $1) as left,
           (select count(*)::int from replay where webhook_id = $1 and state = 'DONE') as replayed`,
        webhook,
      );
      expect(counts).toMatchObject({ seen: alarms, left: 0, replayed: 2 });
      expect(counts?.events).toBe(alone.events.size);
      const open = await rowsOf<{ event_key: string }>(
        `select event_key from alert where webhook_id = $1 and state = 'OPEN' order by 1`,
        webhook,
      );
      expect(open.map(({ event_key }) => event_key)).toEqual(alone.openKeys());
      const states = await rowsOf<{ n: number }>(
        `select count(*)::int as n from alarm_state where webhook_id = $1 and open`,
        webhook,
      );
      expect(states).toEqual([{ n: alone.openKeys().length }]);
    }),
    { numRuns: RUNS },
  );
}, 120_000);

it('stores each repeat as exactly one event if deduplication is off, also after replays', async () => {
  isFixed = false;
  const webhook = await pipeline.addWebhook('breakable', 'd1', { deduplicate: false });
  const one = { event_key: 'disk', title: 'Disk', occurred_at: '2026-11-20T10:00:00Z' };
  const add = (late: boolean, ...rules: string[]) =>
    pipeline.addSegment(
      webhook,
      [{ ...posted(rules.map((rule) => ({ ...one, rule }))), received_at: new Date() }],
      { late },
    );
  await add(false, 'sound', 'sound', 'broken');
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  await add(false, 'sound');
  await add(true, 'sound');
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  isFixed = true;
  for (let n = 0; n < 2; n += 1) {
    await request(webhook, new Date(Date.now() - HOUR / 2));
    await pipeline.newReplayer(new PostgresReplayRepository(dataSource)).execute();
  }
  expect(
    await rowsOf(`select state, event_count, duplicate_count from alert where webhook_id = $1`, webhook),
  ).toEqual([{ state: 'OPEN', event_count: 5, duplicate_count: 0 }]);
  expect(await rowsOf(`select from event where webhook_id = $1`, webhook)).toHaveLength(5);
});
