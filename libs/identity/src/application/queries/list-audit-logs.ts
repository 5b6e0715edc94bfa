import { ListRecords } from '#shared/messages/read-messages.js';

/** Who did what to which record. */
export interface AuditLogInfo {
  readonly audit_id: string;
  /** The operation: create, update, enable, … */
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  /** `null` for the root key. */
  readonly user_id: string | null;
  readonly api_key_id: string | null;
  readonly root: boolean;
  /** The address that the request came from. */
  readonly address: string | null;
  readonly domain_id: string;
  readonly created_at: string;
}

export interface AuditLogFilter {
  readonly action?: string | undefined;
  readonly resource_type?: string | undefined;
  readonly resource_id?: string | undefined;
  readonly user_id?: string | undefined;
  readonly api_key_id?: string | undefined;
}

/** Lists audit records, the latest first unless the query sets another order. */
export class ListAuditLogs extends ListRecords<AuditLogInfo, AuditLogFilter> {}
