import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { PluginRegistry } from '#senders/registry.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { crashedAt } from '../../../test/crashed-workers.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { noSenderChecks } from '../../../test/senders.js';
import type { ParseTask, PluginSandbox } from './ports/plugin-sandbox.js';
import { PostgresProcessingLog } from '../infrastructure/postgres-processing-log.js';
import { PostgresReplayLog } from '../infrastructure/postgres-replay-log.js';
import { PostgresReplayRepository } from '../infrastructure/postgres-replay.repository.js';
import { ProcessDeliveries } from './process-deliveries.js';
import { ReplayDelivery, ReplayDeliveryHandler } from './replay-delivery.js';

const parse = vi.fn(direct.parse);
const fragile = { ...direct, plugin_id: 'fragile', parse };
const crashOf = (body: string) => (body.includes('deadly') ? 'ends its process' : undefined);
const sandbox = {
  detectCrash: async ({ delivery }: ParseTask) => crashOf(delivery.body.toString()),
} as PluginSandbox;

let pipeline: Pipeline;
let dataSource: DataSource;
beforeAll(async () => {
  pipeline = await createPipeline([fragile]);
  dataSource = await new DataSource({ type: 'postgres', url: pipeline.database.url }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await pipeline.close();
});

it('a replay parses a delivery that crashed a worker in the sandbox first, also long after', async () => {
  const webhook = await pipeline.addWebhook('fragile');
  const received_at = new Date(Date.now() - 60_000);
  await pipeline.addSegment(webhook, [{ ...posted({ event_key: 'deadly', title: 'd' }), received_at }]);
  const worker = pipeline.newWorker(new PostgresProcessingLog(pipeline.pool), crashedAt(new Date(), crashOf));
  await worker.execute(new ProcessDeliveries([webhook.uuid]));
  const readQuarantine = async () =>
    (
      await pipeline.pool.query<{ delivery_id: string; reason: string }>(
        'select delivery_id, reason from quarantine',
      )
    ).rows;
  await vi.waitFor(async () => expect(await readQuarantine()).toHaveLength(1), { timeout: 10_000 });
  const [quarantined] = await readQuarantine();
  expect(parse).not.toHaveBeenCalled();

  // The crash is forgotten.
  await pipeline.pool.query(
    `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only)
     values ($1, $2, $3, 'PENDING', now() - interval '1 day', now() + interval '1 hour', true)`,
    [v7(), webhook.domain_id, webhook.uuid],
  );
  const replays = new PostgresReplayRepository(dataSource);
  await pipeline.newReplayer(replays, crashedAt(undefined, crashOf)).execute();
  expect((await pipeline.pool.query('select state from replay')).rows).toEqual([{ state: 'DONE' }]);

  const registry = new PluginRegistry([fragile]);
  const handler = new ReplayDeliveryHandler(
    new PostgresReplayLog(pipeline.pool),
    pipeline.directory,
    noSenderChecks(registry),
    sandbox,
    pipeline.wakeUps,
  );
  const scope = { domain_id: webhook.domain_id } as Scope;
  const delivery_id = formatId('delivery', quarantined?.delivery_id ?? '');
  expect(await handler.execute(new ReplayDelivery(scope, delivery_id))).toMatchObject({
    outcomes: [{ outcome: 'QUARANTINED', reason: `plugin fragile ${fragile.version} ends its process` }],
  });
  expect(parse).not.toHaveBeenCalled();
});
