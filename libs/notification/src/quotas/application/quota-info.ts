import { findLimitWarnings, type QuotaLimit } from '../domain/quota-limit.js';
import type { Quota } from '../domain/quota.js';

/** A quota as the API returns it. Times are ISO 8601 in UTC with milliseconds. */
export interface QuotaInfo {
  readonly quota_id: string;
  readonly protocol_id: string;
  /** As the caller gave it. */
  readonly limit: QuotaLimit;
  /** Warnings about a limit that is valid but hardly intended. */
  readonly warnings: readonly string[];
  readonly domain_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const QUOTA_FIELDS = [
  'quota_id',
  'protocol_id',
  'limit',
  'warnings',
  'domain_id',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof QuotaInfo)[];

export type QuotaFields = Pick<
  Quota,
  'quota_id' | 'domain_id' | 'protocol_id' | 'limit' | 'created_at' | 'updated_at'
>;

export function toQuotaInfo(quota: QuotaFields): QuotaInfo {
  return {
    quota_id: quota.quota_id,
    protocol_id: quota.protocol_id,
    limit: quota.limit,
    warnings: findLimitWarnings(quota.limit),
    domain_id: quota.domain_id,
    created_at: quota.created_at.toISOString(),
    updated_at: quota.updated_at.toISOString(),
  };
}
