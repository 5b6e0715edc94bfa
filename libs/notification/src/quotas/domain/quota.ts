import { newId } from '#shared/kernel/ids.js';
import { nextChangeTime } from '#shared/kernel/record-version.js';
import { isSameJson } from '#shared/kernel/json.js';
import { validateLimit, type QuotaLimit } from './quota-limit.js';

export interface NewQuota {
  readonly domain_id: string;
  readonly protocol_id: string;
  readonly limit: QuotaLimit;
}

/** The limit of one protocol in one domain. Usage is stored separately and outlives the quota. */
export class Quota {
  quota_id!: string;
  domain_id!: string;
  protocol_id!: string;
  limit!: QuotaLimit;
  created_at!: Date;
  updated_at!: Date;

  static create({ domain_id, protocol_id, limit }: NewQuota, now: Date): Quota {
    const quota_id = newId('quota');
    const fields = { quota_id, domain_id, protocol_id, limit: validateLimit(limit) };
    return Object.assign(new Quota(), { ...fields, created_at: now, updated_at: now });
  }

  /** Returns whether the limit has changed. */
  replaceLimit(given: QuotaLimit, now: Date): boolean {
    const limit = validateLimit(given);
    if (isSameJson(limit, this.limit)) return false;
    Object.assign(this, { limit, updated_at: nextChangeTime(this.updated_at, now) });
    return true;
  }
}
