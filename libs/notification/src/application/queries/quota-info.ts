import type { QuotaLimit } from '../../domain/quota-limit.js';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface QuotaInfo {
  readonly quota_id: string;
  readonly protocol_id: string;
  /** As given. */
  readonly limit: QuotaLimit;
  /** What in the limit is allowed and yet hardly meant. */
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
