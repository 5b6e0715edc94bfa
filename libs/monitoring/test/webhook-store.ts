import { DataSource } from 'typeorm';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { ChangeFeed, ChangeReader } from '#shared/platform/change-feed/change-feed.js';
import { ChangeListener } from '#shared/platform/change-feed/change-listener.js';
import { Encryption } from '#shared/platform/encryption.js';
import { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import { IngestPool, QueryPool } from '#shared/platform/persistence/pools.js';
import { createTestDatabase } from '#test/database.js';
import { AccessKeyUses } from '../src/intake/infrastructure/directory/webhook-rows.js';
import { CachedWebhookDirectory } from '../src/intake/infrastructure/directory/cached-webhook-directory.js';
import { TypeOrmVerificationRepository } from '../src/webhooks/infrastructure/typeorm-verification.repository.js';
import { TypeOrmWebhookRepository } from '../src/webhooks/infrastructure/typeorm-webhook.repository.js';
import { verificationSchema, webhookSchema } from '../src/webhooks/infrastructure/webhook.schema.js';
import { WebhookRecords, WebhookUrls } from '../src/webhooks/infrastructure/webhook-resource.js';

/** Repositories and queries of webhooks with their own database, without the apps. */
export async function createWebhookStore() {
  const database = await createTestDatabase();
  const encryption = new Encryption({ encryptionKey: Buffer.alloc(32, 7), oldEncryptionKey: null });
  const dataSource = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [webhookSchema(encryption), verificationSchema],
  }).initialize();
  const pool = new QueryPool({ connectionString: database.url, max: 4 });
  const ingest = new IngestPool({ connectionString: database.url, max: 4 });
  // The database is dropped while connections are still closing.
  for (const one of [pool, ingest]) one.on('error', () => undefined);
  pool.on('error', () => undefined);
  ingest.on('error', () => undefined);
  const feeds: ChangeFeed[] = [];
  const newFeed = (listener: Pick<ChangeListener, 'start' | 'stop'> = new ChangeListener(database.url)) => {
    const feed = new ChangeFeed(new ChangeReader(database.url), listener as ChangeListener);
    feeds.push(feed);
    return feed;
  };
  const uses = new AccessKeyUses(ingest);
  const webhooks = new TypeOrmWebhookRepository(
    dataSource,
    newFeed(),
    new RecordLimits({ webhook: 100, subscription: 1, silence: 1, inhibition: 1, escalation: 1, on_call: 1 }),
  );
  return {
    url: database.url,
    dataSource,
    pool,
    ingest,
    webhooks,
    uses,
    verifications: new TypeOrmVerificationRepository(dataSource),
    records: new WebhookRecords(encryption, new WebhookUrls(new PublicUrl('https://tocsin.test', true)), {
      record: () => undefined,
    }),

    /** The cache of another process. If `deaf`, it receives no NOTIFY. */
    async newDirectory(deaf = false): Promise<CachedWebhookDirectory> {
      const feed = newFeed(deaf ? { start: () => undefined, stop: () => undefined } : undefined);
      const clock = new ExpiryClock(async (text) => (await ingest.query<{ now: Date }>(text)).rows);
      const directory = new CachedWebhookDirectory(ingest, encryption, feed, clock, undefined, uses);
      await feed.onModuleInit();
      return directory;
    },

    async close(): Promise<void> {
      await Promise.all(feeds.map((feed) => feed.onApplicationShutdown()));
      await Promise.all([dataSource.destroy(), pool.end(), ingest.end()]);
      await database.drop();
    },
  };
}

export type WebhookStore = Awaited<ReturnType<typeof createWebhookStore>>;
