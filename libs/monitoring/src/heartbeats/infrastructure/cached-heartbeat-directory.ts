import { Injectable } from '@nestjs/common';
import { NegativeCache } from '#shared/kernel/negative-cache.js';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { VersionedCache } from '#shared/platform/change-feed/versioned-cache.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';

/** Milliseconds. A sender must not wait for a database that does not answer. */
const TIMEOUT_MS = 2_000;
/** Milliseconds since the change feed was last read, normally twice a second, after which the database is unavailable. */
const UNAVAILABLE_AFTER_MS = 1_500;

/** The heartbeats that can be pinged, cached in memory. */
@Injectable()
export class CachedHeartbeatDirectory {
  /** Ids of heartbeats by webhook and name. */
  private readonly idCache: VersionedCache<string>;
  private readonly negativeCache = new NegativeCache<true>();

  constructor(
    private readonly pool: IngestPool,
    private readonly changes: ChangeFeed,
  ) {
    this.idCache = new VersionedCache<string>(changes, 'heartbeat', {
      getRecordId: (heartbeat_id) => heartbeat_id,
      read: (keys) => this.readIds(keys),
      overloadMessage: 'Too many unknown heartbeats are asked for',
    });
    changes.onChange('heartbeat', () => this.negativeCache.clear());
  }

  /**
   * Returns whether the webhook accepts pings of this heartbeat, from the cache if possible. Only the database can tell that a
   * heartbeat does not exist. While the database is unavailable, every name is accepted.
   */
  isPingAccepted({ uuid, settings }: AdmittedWebhook, name: string): boolean | Promise<boolean> {
    if (settings.heartbeats === 'AUTO') return true;
    const key = `${uuid} ${name}`;
    if (this.idCache.get(key) !== undefined) return true;
    if (this.negativeCache.find(key)) return false;
    // While the database is unavailable, pings are accepted: a rejected ping would be lost, a needless one is shown as ignored.
    return this.changes.staleForMs() > UNAVAILABLE_AFTER_MS ? true : this.existsInDatabase(key);
  }

  private async existsInDatabase(key: string): Promise<boolean> {
    try {
      const { value, isCurrent } = await this.idCache.load(key);
      if (value === undefined && isCurrent) this.negativeCache.add(key, true);
      return value !== undefined;
    } catch {
      return true;
    }
  }

  private async readIds(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ heartbeat_id: string; key: string }>({
      text: `
        select heartbeat_id, webhook_id || ' ' || name as key
        from unnest($1::uuid[], $2::text[]) as wanted (webhook_id, name) join heartbeat using (webhook_id, name)`,
      values: [keys.map((key) => key.split(' ')[0]), keys.map((key) => key.split(' ')[1])],
      query_timeout: TIMEOUT_MS,
    });
    return new Map(rows.map(({ key, heartbeat_id }) => [key, heartbeat_id]));
  }
}
