import { v7 } from 'uuid';
import { formatId } from '#shared/kernel/ids.js';
import { SystemClock } from '#shared/kernel/clock.js';
import type { Readiness } from '#shared/platform/health/readiness.js';
import type { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { createTestDatabase } from '#test/database.js';
import type { AnyPlugin, PluginOptions } from '#senders/plugin-api/plugin.js';
import { BUILT_IN_PLUGINS } from '#senders/built-in.js';
import { PluginRegistry } from '#senders/registry.js';
import { ConfirmSenders } from '../src/processing/application/confirm-senders.js';
import { ProcessDeliveriesHandler } from '../src/processing/application/process-deliveries.js';
import { RunReplayHandler } from '../src/processing/application/run-replay.js';
import { ReplayQueue, type ReplayRepository } from '../src/processing/application/ports/replay-repository.js';
import { WakeUp } from '../src/intake/application/ports/delivery-log.js';
import { WebhookDirectory, type AdmittedWebhook } from '../src/intake/application/ports/webhook-directory.js';
import type { Delivery } from '../src/intake/domain/delivery.js';
import { ProcessingCounters } from '../src/processing/application/processing-counters.js';
import { ReplayLoader } from '../src/processing/application/replay-stored.js';
import { SenderVerification } from '../src/processing/application/sender-verification.js';
import { DEFAULT_SETTINGS, type WebhookSettings } from '../src/webhooks/domain/webhook-settings.js';
import { ArrivalClock } from '../src/intake/infrastructure/delivery-log/arrival-clock.js';
import { newSegmentId, encodeSegment } from '../src/intake/tables/segment-codec.js';
import { PostgresDeliveryLog } from '../src/intake/infrastructure/delivery-log/postgres-delivery-log.js';
import { SegmentWriter } from '../src/intake/infrastructure/delivery-log/segment-writer.js';
import { DeliverySpool } from '../src/intake/infrastructure/delivery-log/spool/delivery-spool.js';
import { PostgresProcessingLog } from '../src/processing/infrastructure/postgres-processing-log.js';
import { PostgresReplayLog } from '../src/processing/infrastructure/postgres-replay-log.js';
import { PostgresConfirmations } from '../src/processing/infrastructure/postgres-confirmations.js';
import { IntakeCounters } from '../src/intake/infrastructure/intake-counters.js';
import { noCrashes } from './crashed-workers.js';
import { FakeSenderCalls } from './senders.js';

export class RecordedWakeUps extends WakeUp {
  readonly webhooks: string[] = [];

  signalDeliveries(webhookUuids: Iterable<string>): void {
    this.webhooks.push(...webhookUuids);
  }
}

class NoQueue extends ReplayQueue {
  async wake(): Promise<void> {}
}

class KnownWebhooks extends WebhookDirectory {
  readonly webhooks = new Map<string, AdmittedWebhook>();
  readonly accessKeys = new Map<string, string>();

  async accessKeyOf(webhook_id: string): Promise<string | undefined> {
    return this.accessKeys.get(webhook_id);
  }

  admit(): AdmittedWebhook {
    throw new Error('nobody is admitted here');
  }

  async loadPresent(uuid: string): Promise<AdmittedWebhook | undefined> {
    return this.webhooks.get(uuid);
  }

  async load(uuids: readonly string[]): Promise<ReadonlyMap<string, AdmittedWebhook>> {
    return new Map(uuids.flatMap((uuid) => [...this.webhooks].filter(([known]) => known === uuid)));
  }
}

/** Delivery log and processing with their own database, without the apps. */
export async function createPipeline(plugins: readonly AnyPlugin[] = []) {
  const database = await createTestDatabase();
  const pool = new IngestPool({ connectionString: database.url, max: 8 });
  // The database is dropped while connections are still closing.
  pool.on('error', () => undefined);
  // Like the pools of the apps: a connection may also end while it is in use.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const clock = new ArrivalClock(pool, new SystemClock());
  const wakeUps = new RecordedWakeUps();
  const directory = new KnownWebhooks();
  const registry = new PluginRegistry<AnyPlugin>([...BUILT_IN_PLUGINS, ...plugins]);
  const writer = new SegmentWriter(pool, wakeUps);
  const newSpool = (dir?: string, maxBytes = 64 * 1024 * 1024, disks?: DiskFloor) =>
    new DeliverySpool(
      writer,
      { spool: dir === undefined ? null : { dir, maxBytes, timeoutMs: 250 } },
      undefined,
      disks,
    );
  const newLog = (memoryBytes = 64 * 1024 * 1024, spool = newSpool(), readiness?: Readiness) =>
    new PostgresDeliveryLog(writer, spool, clock, { memoryBytes }, new IntakeCounters(), readiness);
  const calls = new FakeSenderCalls();
  const confirmations = new PostgresConfirmations(pool);
  const accessKeys = directory.accessKeys;
  const newChecks = () =>
    new SenderVerification(registry, calls, confirmations, new SystemClock(), directory);
  return {
    database,
    pool,
    wakeUps,
    writer,
    newSpool,
    newLog,
    log: newLog(),
    directory,
    processing: new PostgresProcessingLog(pool),
    calls,
    accessKeys,
    newWorker: (processing = new PostgresProcessingLog(pool), isolation = noCrashes()) =>
      new ProcessDeliveriesHandler(
        processing,
        directory,
        registry,
        newChecks(),
        new ProcessingCounters(),
        isolation,
      ),
    newReplayer: (replays: ReplayRepository, isolation = noCrashes()) =>
      new RunReplayHandler(
        replays,
        new NoQueue(),
        new PostgresReplayLog(pool),
        new ReplayLoader(directory, newChecks(), isolation),
        wakeUps,
      ),
    newConfirmer: () => new ConfirmSenders(confirmations, calls, newChecks()),

    /** Adds deliveries of another time to the log, as another process would. */
    async addSegment(
      webhook: AdmittedWebhook,
      deliveries: readonly Delivery[],
      { late = false, payload = encodeSegment(deliveries) } = {},
    ): Promise<string> {
      const [first] = deliveries;
      const received_at = first?.received_at ?? new Date();
      const segment_id = newSegmentId(received_at);
      await pool.query(
        `insert into delivery_segment
           (domain_id, segment_id, webhook_id, received_at, delivery_count, late, payload)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [webhook.domain_id, segment_id, webhook.uuid, received_at, deliveries.length, late, payload],
      );
      return segment_id;
    },

    async addWebhook(
      plugin_id: string,
      domain_id = 'd1',
      settings: Partial<WebhookSettings> = {},
      options: PluginOptions = {},
    ): Promise<AdmittedWebhook> {
      const uuid = v7();
      const webhook = {
        webhook_id: formatId('webhook', uuid),
        uuid,
        domain_id,
        project_id: 'p1',
        name: uuid,
        plugin_id,
        plugin_version: registry.get(plugin_id).version,
        options,
        settings: { ...DEFAULT_SETTINGS, ...settings },
        signing_secrets: [],
      };
      directory.webhooks.set(uuid, webhook);
      await pool.query(
        `insert into webhook (webhook_id, domain_id, project_id, name, state, plugin_id, plugin_version, upgrade_mode,
           options, access_key, access_key_digest, tags, settings, created_at, updated_at)
         values ($1::uuid, $2, 'p1', $1::uuid::text, 'ENABLED', $3, $4, 'AUTO', '{}', '', '', '{}', '{}', now(), now())`,
        [uuid, domain_id, plugin_id, webhook.plugin_version],
      );
      await pool.query(`insert into webhook_cursor (webhook_id, domain_id) values ($1, $2)`, [
        uuid,
        domain_id,
      ]);
      return webhook;
    },

    changeWebhook(webhook: AdmittedWebhook, options: PluginOptions): void {
      directory.webhooks.set(webhook.uuid, { ...webhook, options });
    },

    async close(): Promise<void> {
      await pool.end();
      await database.drop();
    },
  };
}

export type Pipeline = Awaited<ReturnType<typeof createPipeline>>;

export function posted(body: unknown) {
  return {
    content_type: 'application/json',
    headers: {},
    query: {},
    path_suffix: '',
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  };
}

/** An event in the service's own form. */
export function direct(event_key: string, event_type: 'ALERT' | 'RECOVERY', occurred_at: string) {
  return posted({
    event_key,
    event_type,
    title: `${event_key} ${event_type}`,
    severity: 'ERROR',
    occurred_at,
  });
}
