import { formatId } from '#shared/kernel/ids.js';
import type { QuarantineInfo, QuarantineStatus } from '../application/quarantine-info.js';

export interface QuarantineRow {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly project_id: string;
  readonly domain_id: string;
  readonly status: QuarantineStatus;
  readonly reason: string;
  readonly received_at: Date;
}

/** Without the payload, which is for whoever gets one. */
export const QUARANTINE_COLUMNS =
  'r.delivery_id, r.webhook_id, r.project_id, r.domain_id, r.status, r.reason, r.received_at';

export function quarantineInfo(row: QuarantineRow): QuarantineInfo {
  return {
    delivery_id: formatId('delivery', row.delivery_id),
    webhook_id: formatId('webhook', row.webhook_id),
    project_id: row.project_id,
    domain_id: row.domain_id,
    status: row.status,
    reason: row.reason,
    received_at: row.received_at.toISOString(),
  };
}
