import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChangedRecords, ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { HeartbeatsUnderTest } from '../../../test/heartbeats.js';
import { createPipeline, type Pipeline } from '../../../test/pipeline.js';
import { CachedHeartbeatDirectory } from './cached-heartbeat-directory.js';

/** A change feed whose changes are announced by the test. */
class FakeChangeFeed {
  private readonly listeners: ((changed: ChangedRecords) => void)[] = [];
  stale = 0;

  onChange(_topic: string, listener: (changed: ChangedRecords) => void): void {
    this.listeners.push(listener);
  }

  notify(changed: ChangedRecords): void {
    for (const listener of this.listeners) listener(changed);
  }

  staleForMs(): number {
    return this.stale;
  }
}

let pipeline: Pipeline;
let subject: HeartbeatsUnderTest;
let changes: FakeChangeFeed;
let directory: CachedHeartbeatDirectory;

beforeAll(async () => {
  pipeline = await createPipeline();
  subject = new HeartbeatsUnderTest(pipeline);
  changes = new FakeChangeFeed();
  directory = new CachedHeartbeatDirectory(pipeline.pool, changes as unknown as ChangeFeed);
});
afterEach(() => {
  vi.restoreAllMocks();
  changes.stale = 0;
});
afterAll(() => pipeline.close());

describe('CachedHeartbeatDirectory', () => {
  it('reads a name once, and forgets it on a change', async () => {
    const webhook = await pipeline.addWebhook('direct');
    await subject.add(webhook, 'known');
    const query = vi.spyOn(pipeline.pool, 'query');
    expect(await directory.isPingAccepted(webhook, 'known')).toBe(true);
    for (let n = 0; n < 10; n += 1) expect(directory.isPingAccepted(webhook, 'known')).toBe(true);
    expect(query).toHaveBeenCalledTimes(1);
    const [row] = await subject.sql<{ heartbeat_id: string }>(
      `delete from heartbeat where webhook_id = $1 returning heartbeat_id`,
      [webhook.uuid],
    );
    changes.notify([row?.heartbeat_id ?? v7()]);
    expect(await directory.isPingAccepted(webhook, 'known')).toBe(false);
  });

  it('queries an unknown name once a second until a change is announced', async () => {
    const webhook = await pipeline.addWebhook('direct');
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const query = vi.spyOn(pipeline.pool, 'query');
    const ping = async () => {
      for (let n = 0; n < 10; n += 1) expect(await directory.isPingAccepted(webhook, 'unknown')).toBe(false);
    };
    await ping();
    expect(query).toHaveBeenCalledTimes(1);
    now += 999;
    await ping();
    expect(query).toHaveBeenCalledTimes(1);
    now += 1;
    await ping();
    expect(query).toHaveBeenCalledTimes(2);
    // The second is not over, so only the announced change leads to another query.
    await subject.add(webhook, 'unknown');
    expect(await directory.isPingAccepted(webhook, 'unknown')).toBe(false);
    changes.notify([v7()]);
    expect(await directory.isPingAccepted(webhook, 'unknown')).toBe(true);
  });

  it('rejects a name of another webhook', async () => {
    const [one, other] = [await pipeline.addWebhook('direct'), await pipeline.addWebhook('direct')];
    await subject.add(one, 'mine');
    expect(await directory.isPingAccepted(other, 'mine')).toBe(false);
  });

  it('accepts any name while the database is unavailable', async () => {
    const webhook = await pipeline.addWebhook('direct');
    vi.spyOn(pipeline.pool, 'query').mockImplementation(() => {
      throw new Error('connect ECONNREFUSED');
    });
    expect(await directory.isPingAccepted(webhook, 'who knows')).toBe(true);
    changes.stale = 2_000;
    expect(directory.isPingAccepted(webhook, 'nobody is asked')).toBe(true);
  });

  it('accepts any name if the first ping creates the heartbeat', async () => {
    const webhook = await pipeline.addWebhook('direct', 'd1', { heartbeats: 'AUTO' });
    expect(directory.isPingAccepted(webhook, 'new')).toBe(true);
  });
});
