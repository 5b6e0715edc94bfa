import type { Pool } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, uuidOf } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { QuotaInfo } from '../../application/queries/quota-info.js';
import { warningsOf } from '../../domain/quota-limit.js';
import type { Quota } from '../../domain/quota.js';

/** As the driver gives it: the id is a uuid. */
export type QuotaRow = Pick<
  Quota,
  'quota_id' | 'domain_id' | 'protocol_id' | 'limit' | 'created_at' | 'updated_at'
>;

export function quotaInfo(row: QuotaRow): QuotaInfo {
  return {
    quota_id: formatId('quota', row.quota_id),
    protocol_id: row.protocol_id,
    limit: row.limit,
    warnings: warningsOf(row.limit),
    domain_id: row.domain_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** @throws ERROR_NOT_FOUND */
export async function readQuota(pool: Pool, { domain_id }: Scope, quota_id: string): Promise<QuotaInfo> {
  const { rows } = await pool.query<QuotaRow>('select * from quota where quota_id = $1 and domain_id = $2', [
    uuidOf('quota', quota_id),
    domain_id,
  ]);
  if (rows[0] === undefined) throw DomainError.notFound('The quota');
  return quotaInfo(rows[0]);
}
