import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { RecordReader } from '#shared/platform/persistence/answer-from-transaction.js';
import { toQuotaInfo, type QuotaFields, type QuotaInfo } from '../application/quota-info.js';

/** Converts a row of the driver, whose id is a uuid. */
export const toQuotaRecord = (row: QuotaFields): QuotaInfo =>
  toQuotaInfo({ ...row, quota_id: formatId('quota', row.quota_id) });

/** @throws ERROR_NOT_FOUND */
export async function readQuota(
  reader: RecordReader,
  { domain_id }: Scope,
  quota_id: string,
): Promise<QuotaInfo> {
  const { rows } = await reader.query<QuotaFields>(
    'select * from quota where quota_id = $1 and domain_id = $2',
    [parseId('quota', quota_id), domain_id],
  );
  if (rows[0] === undefined) throw DomainError.notFound('The quota', quota_id);
  return toQuotaRecord(rows[0]);
}
