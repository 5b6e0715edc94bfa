import { formatId } from '#shared/kernel/ids.js';
import type { VerificationInfo } from '../application/webhook-info.js';

/** A row as the driver or `to_json` returns it. */
export type VerificationRow = Omit<VerificationInfo, 'started_at' | 'finished_at'> & {
  readonly started_at: string | Date | null;
  readonly finished_at: string | Date | null;
};

export function verificationInfo(row: VerificationRow): VerificationInfo {
  return {
    verification_id: formatId('verification', row.verification_id),
    state: row.state,
    version: row.version,
    checks: row.checks,
    started_at: row.started_at && new Date(row.started_at).toISOString(),
    finished_at: row.finished_at && new Date(row.finished_at).toISOString(),
  };
}
