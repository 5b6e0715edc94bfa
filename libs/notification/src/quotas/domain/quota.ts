import { newId } from '#shared/kernel/ids.js';
import type { ManagedBy } from '#shared/kernel/managed-by.js';
import { changeRecord } from '#shared/kernel/record-changes.js';
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
    return changeRecord<Quota>(this, now, { limit, managed_by });
  }
}
