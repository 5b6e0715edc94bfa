import type { Pool } from 'pg';
import { formatId, tryParseId } from '#shared/kernel/ids.js';

export interface QuotaReference {
  readonly domain_id: string;
  readonly quota_id: string;
}

const MAX_ENTRIES = 50_000;
export const quotaKey = ({ domain_id, quota_id }: QuotaReference) => `${domain_id} ${quota_id}`;

/**
 * Caches the protocol of each quota, which never changes. Deleted quotas stay in the cache, so the caller must check that the
 * protocol still has the quota.
 */
export class QuotaProtocolCache {
  private readonly cache = new Map<string, string>();

  constructor(private readonly pool: Pool) {}

  /** Returns protocols by {@link quotaKey}. Quotas that do not exist are missing. */
  async find(quotas: readonly QuotaReference[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const ids = new Set<string>();
    for (const quota of quotas) {
      const protocol_id = this.cache.get(quotaKey(quota));
      const uuid = protocol_id === undefined ? tryParseId('quota', quota.quota_id) : undefined;
      if (protocol_id !== undefined) found.set(quotaKey(quota), protocol_id);
      if (uuid !== undefined) ids.add(uuid);
    }
    if (ids.size === 0) return found;
    const { rows } = await this.pool.query<QuotaReference & { protocol_id: string }>(
      'select quota_id, domain_id, protocol_id from quota where quota_id = any($1::uuid[])',
      [[...ids]],
    );
    if (this.cache.size + rows.length > MAX_ENTRIES) this.cache.clear();
    for (const { domain_id, quota_id, protocol_id } of rows) {
      const key = quotaKey({ domain_id, quota_id: formatId('quota', quota_id) });
      found.set(key, protocol_id);
      this.cache.set(key, protocol_id);
    }
    return found;
  }
}
