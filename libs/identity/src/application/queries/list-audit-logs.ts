import type { InfoOf, RecordFields } from '#shared/query/record.js';
import { ListRecords } from '#shared/messages/read-messages.js';

/** Who did what to which record. */
export const AUDIT_LOG_FIELDS = {
  audit_id: { type: 'id', kind: 'audit' },
  action: { type: 'text', description: 'The operation.', example: 'disable' },
  resource_type: { type: 'text', example: 'webhook' },
  resource_id: { type: 'text' },
  // Any text, because OpenID issuers have their own forms of user ids (`auth0|5f7c…`).
  user_id: {
    type: 'text',
    max: 255,
    nullable: true,
    description: 'The user who made the change; null for the root key.',
    example: 'u-1',
  },
  api_key_id: { type: 'textId', kind: 'api_key', nullable: true },
  root: { type: 'boolean', description: 'Whether the change was made with the root key.' },
  address: { type: 'text', nullable: true, description: 'The address of the caller.' },
  domain_id: { type: 'callerId' },
  created_at: { type: 'date' },
} as const satisfies RecordFields;

export type AuditLogInfo = InfoOf<typeof AUDIT_LOG_FIELDS>;

export interface AuditLogFilter {
  readonly action?: string | undefined;
  readonly resource_type?: string | undefined;
  readonly resource_id?: string | undefined;
  readonly user_id?: string | undefined;
  readonly api_key_id?: string | undefined;
}

/** Lists audit records, the latest first unless the query sets another order. */
export class ListAuditLogs extends ListRecords<AuditLogInfo, AuditLogFilter> {}
