import { newId } from '#shared/kernel/ids.js';
import type { ManagedBy } from '#shared/kernel/managed-by.js';
import { nextChangeTime } from '#shared/kernel/record-version.js';
import { isSameJson } from '#shared/kernel/json.js';
import { validateLimit, type QuotaLimit } from './quota-limit.js';

export interface QuotaChanges extends ManagedBy {
  readonly limit: QuotaLimit;
}

export interface NewQuota extends QuotaChanges {
  readonly domain_id: string;
  readonly protocol_id: string;
}

/** The limit of one protocol in one domain. Usage is stored separately and outlives the quota. */
export class Quota {
  quota_id!: string;
  domain_id!: string;
  protocol_id!: string;
  limit!: QuotaLimit;
  managed_by!: string | null;
  created_at!: Date;
  updated_at!: Date;

  static create({ domain_id, protocol_id, limit, managed_by = null }: NewQuota, now: Date): Quota {
    const quota_id = newId('quota');
    const fields = { quota_id, domain_id, protocol_id, limit: validateLimit(limit), managed_by };
    return Object.assign(new Quota(), { ...fields, created_at: now, updated_at: now });
  }

  /** Replaces the whole limit. Returns whether anything has changed. */
  update({ limit: given, managed_by = this.managed_by }: QuotaChanges, now: Date): boolean {
    const limit = validateLimit(given);
    if (isSameJson({ limit, managed_by }, { limit: this.limit, managed_by: this.managed_by })) return false;
    Object.assign(this, { limit, managed_by, updated_at: nextChangeTime(this.updated_at, now) });
    return true;
  }
}
