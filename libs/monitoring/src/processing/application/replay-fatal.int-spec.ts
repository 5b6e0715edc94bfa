import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { PluginRegistry } from '#senders/registry.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { crashedAt } from '../../../test/crashed-workers.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { noSenderChecks } from '../../../test/senders.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { ParseTask, PluginSandbox } from './ports/plugin-sandbox.js';
import { PostgresProcessingLog } from '../infrastructure/postgres-processing-log.js';
import { PostgresReplayLog } from '../infrastructure/postgres-replay-log.js';
import { PostgresReplayRepository } from '../infrastructure/postgres-replay.repository.js';
import { ProcessDeliveries } from './process-deliveries.js';
import { ReplayDelivery, ReplayDeliveryHandler } from './replay-delivery.js';

const parse = vi.fn(direct.parse);
const fragile = { ...direct, plugin_id: 'fragile', parse };
const crashOf = (body: string) => (body.includes('deadly') ? 'ends its process' : undefined);
const noSandbox = () => {
  throw new PluginUnavailableError('there is no process', 1);
};
const toSandbox = (tryBody: (body: string) => string | undefined) => ({
  detectCrash: vi.fn(async ({ delivery }: ParseTask) => tryBody(delivery.body.toString())),
});

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

beforeEach(async () => {
  parse.mockClear();
  await pipeline.pool.query('delete from quarantine');
  await pipeline.pool.query('delete from replay');
});

/** Adds a webhook with a delivery that crashed a worker, which is then in quarantine. */
async function addCrashed(): Promise<{ webhook: AdmittedWebhook; delivery_id: string }> {
  const webhook = await pipeline.addWebhook('fragile');
  const received_at = new Date(Date.now() - 60_000);
  await pipeline.addSegment(webhook, [{ ...posted({ event_key: 'deadly', title: 'd' }), received_at }]);
  const worker = pipeline.newWorker(new PostgresProcessingLog(pipeline.pool), crashedAt(new Date(), crashOf));
  await worker.execute(new ProcessDeliveries([webhook.uuid]));
  const readQuarantine = async () =>
    (await pipeline.pool.query<{ delivery_id: string }>('select delivery_id from quarantine')).rows;
  await vi.waitFor(async () => expect(await readQuarantine()).toHaveLength(1), { timeout: 10_000 });
  const [quarantined] = await readQuarantine();
  return { webhook, delivery_id: formatId('delivery', quarantined?.delivery_id ?? '') };
}

/** Replays what is in quarantine, after the crash was forgotten. @returns the replay */
async function runReplay(webhook: AdmittedWebhook, tryBody: (body: string) => string | undefined) {
  await pipeline.pool.query(
    `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only)
     values ($1, $2, $3, 'PENDING', now() - interval '1 day', now() + interval '1 hour', true)`,
    [v7(), webhook.domain_id, webhook.uuid],
  );
  const replays = new PostgresReplayRepository(dataSource);
  await pipeline.newReplayer(replays, crashedAt(undefined, tryBody)).execute();
  return (await pipeline.pool.query<object>('select state, reason from replay')).rows[0];
}

const createHandler = (sandbox: Partial<PluginSandbox>) =>
  new ReplayDeliveryHandler(
    new PostgresReplayLog(pipeline.pool),
    pipeline.directory,
    noSenderChecks(new PluginRegistry([fragile])),
    sandbox as PluginSandbox,
    pipeline.wakeUps,
  );
const replayOf = ({ domain_id }: AdmittedWebhook, delivery_id: string) =>
  new ReplayDelivery({ domain_id } as Scope, delivery_id);

it('a replay parses a delivery that crashed a worker in the sandbox first, also long after', async () => {
  const { webhook, delivery_id } = await addCrashed();
  expect(await runReplay(webhook, crashOf)).toMatchObject({ state: 'DONE' });

  const sandbox = toSandbox(crashOf);
  expect(await createHandler(sandbox).execute(replayOf(webhook, delivery_id))).toMatchObject({
    outcomes: [{ outcome: 'QUARANTINED', reason: `plugin fragile ${fragile.version} ends its process` }],
  });
  expect(sandbox.detectCrash).toHaveBeenCalledExactlyOnceWith(expect.anything(), webhook.domain_id);
  expect(parse).not.toHaveBeenCalled();
});

it('a replay waits while there is no sandbox', async () => {
  const { webhook, delivery_id } = await addCrashed();
  const waiting = { state: 'RUNNING', reason: 'there is no process' };
  expect(await runReplay(webhook, noSandbox)).toEqual(waiting);

  const replaying = createHandler(toSandbox(noSandbox)).execute(replayOf(webhook, delivery_id));
  await expect(replaying).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
  expect(parse).not.toHaveBeenCalled();
});
