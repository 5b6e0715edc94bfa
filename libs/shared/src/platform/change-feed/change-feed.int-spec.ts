import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { timed } from '#test/slowness.js';
import { sql } from '#test/sql.js';
import { ChangeFeed, type ChangedRecords, ChangeReader } from './change-feed.js';
import { ChangeListener } from './change-listener.js';
import { VersionedCache } from './versioned-cache.js';

let database: TestDatabase;
let dataSource: DataSource;
const running: ChangeFeed[] = [];
const WAIT_OPTIONS = { timeout: 10_000 };

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
});
afterEach(() => Promise.all(running.splice(0).map((feed) => feed.onApplicationShutdown())));
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

async function startFeed(
  listener: Pick<ChangeListener, 'start' | 'stop'> = new ChangeListener(database.url),
) {
  const feed = new ChangeFeed(new ChangeReader(database.url), listener as ChangeListener);
  running.push(feed);
  const heard: ChangedRecords[] = [];
  feed.onChange('webhook', (changed) => heard.push(changed));
  await feed.onModuleInit();
  heard.length = 0;
  return { feed, heard };
}

const heardBy = (feeds: readonly { readonly heard: ChangedRecords[] }[], changes: ChangedRecords[]) =>
  vi.waitFor(() => expect(feeds.map(({ heard }) => heard)).toEqual(feeds.map(() => changes)), {
    ...WAIT_OPTIONS,
    interval: 5,
  });

const noListener = { start: () => undefined, stop: () => undefined };
const change = (feed: ChangeFeed, id: string, topic: 'webhook' | 'api_key' = 'webhook') =>
  dataSource.transaction((manager) => feed.announce(manager, topic, id));
const killConnection = (name: string) =>
  sql(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = '${name}' and datname = current_database()`,
  );

describe('ChangeFeed', () => {
  it('reports the changes of a transaction when it ends, without a NOTIFY', async () => {
    const { feed, heard } = await startFeed(noListener);
    for (const id of [v7(), v7(), v7()]) {
      await feed.transaction(dataSource, 'd1', (manager) => feed.announce(manager, 'webhook', id));
      expect(heard.at(-1)).toEqual([id]);
    }
    const failing = feed.transaction(dataSource, 'd1', async (manager) => {
      await feed.announce(manager, 'webhook', v7());
      throw new Error('not so');
    });
    await expect(failing).rejects.toThrow('not so');
    expect(heard).toHaveLength(3);
  });

  it('reports a change to every process before its next poll', async () => {
    const [one, two] = [await startFeed(), await startFeed()];
    await vi.waitFor(
      async () =>
        expect(
          await sql(
            database.url,
            `select 1 from pg_stat_activity where query = 'listen tocsin_change' and state = 'idle'
          and datname = current_database()`,
          ),
        ).toHaveLength(2),
      WAIT_OPTIONS,
    );
    const id = v7();
    const { revision } = two.feed;
    let stale = Infinity;
    const took = await timed(async () => {
      await change(one.feed, id);
      await heardBy([one, two], [[id]]);
      stale = two.feed.staleForMs();
    });
    // Earlier than the next poll of either.
    expect(took).toBeLessThan(400);
    expect(two.feed.revision).toBe(revision + 1);
    expect(stale).toBeLessThan(1_000);
  });

  it('finds a change whose NOTIFY was lost, within a second', async () => {
    const { feed, heard } = await startFeed(noListener);
    const [id, other] = [v7(), v7()];
    const took = await timed(async () => {
      await change(feed, id);
      await change(feed, other, 'api_key');
      await heardBy([{ heard }], [[id]]);
    });
    expect(took).toBeLessThan(1_000);
  });

  it('tells nothing of a change that was rolled back', async () => {
    const { feed, heard } = await startFeed();
    const { revision } = feed;
    await expect(
      dataSource.transaction(async (manager) => {
        await feed.announce(manager, 'webhook', v7());
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const id = v7();
    await change(feed, id);
    await heardBy([{ heard }], [[id]]);
    expect(feed.revision).toBe(revision + 1);
  });

  it.each(['tocsin change listener', 'tocsin changes'])(
    'survives the loss of the connection «%s»',
    async (name) => {
      const { feed, heard } = await startFeed();
      await killConnection(name);
      const id = v7();
      const took = await timed(async () => {
        await change(feed, id);
        await heardBy([{ heard }], [[id]]);
      });
      expect(took).toBeLessThan(1_500);
      await vi.waitFor(
        async () =>
          expect(
            await sql(
              database.url,
              `select 1 from pg_stat_activity where application_name = '${name}'
            and datname = current_database()`,
            ),
          ).toHaveLength(1),
        WAIT_OPTIONS,
      );
      const second = v7();
      await change(feed, second);
      await heardBy([{ heard }], [[id], [second]]);
    },
  );

  it('reports «everything» if the change log was trimmed past the revision that it knows', async () => {
    const { feed, heard } = await startFeed(noListener);
    await dataSource.transaction(async (manager) => {
      await feed.announce(manager, 'webhook', v7());
      await manager.query('delete from change_log');
    });
    expect(await timed(() => heardBy([{ heard }], ['everything']))).toBeLessThan(1_000);
  });

  it('reports how long it has been stale while the change counter cannot be read', async () => {
    const { feed } = await startFeed(noListener);
    const blocker = dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('lock table change_counter');
    await vi.waitFor(() => expect(feed.staleForMs()).toBeGreaterThan(1600), WAIT_OPTIONS);
    await blocker.rollbackTransaction();
    await blocker.release();
    await vi.waitFor(() => expect(feed.staleForMs()).toBeLessThan(600), WAIT_OPTIONS);
  });
});

describe('VersionedCache', () => {
  it('keeps a record until it changes, and does not keep one that changes during the read', async () => {
    const { feed } = await startFeed();
    const value = { id: v7() };
    let meanwhile = () => Promise.resolve();
    const cache = new VersionedCache<{ id: string }>(feed, 'webhook', {
      getRecordId: ({ id }) => id,
      overloadMessage: '',
      read: async () => {
        await meanwhile();
        return new Map([['key', value]]);
      },
    });
    await cache.load('key');
    expect(cache.get('key')).toBe(value);
    await change(feed, value.id);
    await vi.waitFor(() => expect(cache.get('key')).toBeUndefined(), WAIT_OPTIONS);

    const { revision } = feed;
    meanwhile = async () => {
      await change(feed, value.id);
      await vi.waitFor(() => expect(feed.revision).toBeGreaterThan(revision), WAIT_OPTIONS);
    };
    expect(await cache.load('key')).toEqual({ value, isCurrent: false });
    expect(cache.get('key')).toBeUndefined();
  });
});
