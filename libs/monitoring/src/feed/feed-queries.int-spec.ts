import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import { until } from '#test/client.js';
import { createEventStore, type EventStore } from '../../test/event-store.js';
import type { FeedMessage, FeedReader } from './follower.js';
import type { EventInfo } from '../events/domain/event-record.js';
import { PostgresEventFeed } from '../events/infrastructure/postgres-event-feed.js';
import { FeedHorizon } from './feed-horizon.js';
import { LiveFeed } from './live-feed.js';

class Reader implements FeedReader<EventInfo> {
  readonly isReady = true;
  readonly ids: string[] = [];
  readonly failures: string[] = [];

  send({ data }: FeedMessage<EventInfo>): void {
    this.ids.push(data.event_id);
  }
  reportPosition(): void {}
  reset(): void {}
  fail(reason: string): void {
    this.failures.push(reason);
  }
  finish(): void {}
}

let store: EventStore;
let feed: LiveFeed<EventInfo>;

beforeEach(async () => {
  store = await createEventStore();
  const keys = { encryptionKey: Buffer.alloc(32, 1), oldEncryptionKey: null };
  feed = new LiveFeed(new PostgresEventFeed(store.pool), new FeedHorizon(store.pool), store.engine, keys);
});
afterEach(async () => {
  await feed.beforeApplicationShutdown();
  await store.close();
});

async function follow(query?: unknown, domain_id = 'd1') {
  const reader = new Reader();
  await feed.follow({ scope: { domain_id }, filter: {}, reader, query });
  return reader;
}

const waitForMessages = (reader: Reader, n: number) =>
  until(
    async () => reader.ids.length,
    (told) => told >= n,
  );

describe('queries of feed readers', () => {
  /** Makes the engine fail for this query. */
  const failing = (keyword: string, error: () => Error | undefined) => {
    const { match } = store.engine;
    store.engine.match = async (resource, asked) => {
      const given = (asked.query as { keyword?: string }).keyword === keyword ? error() : undefined;
      if (given) throw given;
      return match.call(store.engine, resource, asked);
    };
  };

  it('fail when they time out, without delaying other readers', async () => {
    failing('slow', () => new DomainError('ERROR_QUERY_TIMEOUT', 'timeout', 'The query took too long'));
    const slow = await follow({ keyword: 'slow' });
    const [quick, plain] = [await follow({ keyword: 'one' }), await follow()];
    const id = await store.add({ title: 'one slow' });
    await waitForMessages(quick, 1);
    await waitForMessages(plain, 1);
    expect([quick.ids, plain.ids]).toEqual([[id], [id]]);
    await until(
      async () => slow.failures,
      (failures) => failures.length > 0,
    );
    expect(slow.failures).toEqual(['The query took too long']);
    await store.add({ title: 'one' });
    await waitForMessages(quick, 2);
    expect([slow.ids.length, slow.failures.length]).toEqual([0, 1]);
  });

  it('are retried in order after the database failed', async () => {
    let failures = 2;
    failing('one', () => ((failures -= 1) >= 0 ? new Error('no connection') : undefined));
    const reader = await follow({ keyword: 'one' });
    const ids = [await store.add({ title: 'one' }), await store.add({ title: 'one' })];
    await waitForMessages(reader, 2);
    expect([reader.ids, failures]).toEqual([ids, -1]);
  });

  it('are limited to 100 different ones per domain', async () => {
    const queries = Array.from({ length: 100 }, (_, n) => ({ keyword: `q${n}` }));
    await Promise.all(queries.map((query) => follow(query)));
    await follow(queries[5]);
    await follow({ keyword: 'other' }, 'd2');
    await expect(follow({ keyword: 'other' })).rejects.toMatchObject({
      code: 'ERROR_RATE_LIMITED',
    });
  });
});
