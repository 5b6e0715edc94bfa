import { formatId } from '#shared/kernel/ids.js';
import { createListHandler } from '#shared/platform/persistence/read-handlers.js';
import { createRowSerializer } from '#shared/platform/persistence/record-serializer.js';
import type { Resource } from '#shared/query/resource.js';
import { ListAuditLogs, type AuditLogInfo } from '../../application/queries/list-audit-logs.js';

type AuditLogRow = Omit<AuditLogInfo, 'created_at'> & { readonly created_at: Date };

const text = (name: string, required = true) => ({ type: 'text', sql: `r.${name}`, required }) as const;

const AUDIT_LOGS: Resource = {
  name: 'Audit log',
  relation: 'audit_log',
  id: 'audit_id',
  fields: {
    audit_id: { type: 'id', kind: 'audit', sql: 'r.audit_id', required: true },
    action: text('action'),
    resource_type: text('resource_type'),
    resource_id: text('resource_id'),
    user_id: text('user_id', false),
    api_key_id: text('api_key_id', false),
    root: { type: 'boolean', sql: 'r.root', required: true },
    address: text('address', false),
    domain_id: text('domain_id'),
    created_at: { type: 'date', sql: 'r.created_at', required: true },
  },
  record: [
    'audit_id',
    'action',
    'resource_type',
    'resource_id',
    'user_id',
    'api_key_id',
    'root',
    'address',
    'domain_id',
    'created_at',
  ],
  keywords: ['action', 'resource_id', 'user_id', 'address'],
  order: [{ key: 'audit_id', desc: true }],
  minimal: ['audit_id', 'action', 'resource_id', 'created_at'],
};

function toAuditLogInfo(row: AuditLogRow): AuditLogInfo {
  return {
    audit_id: formatId('audit', row.audit_id),
    action: row.action,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    user_id: row.user_id,
    api_key_id: row.api_key_id,
    root: row.root,
    address: row.address,
    domain_id: row.domain_id,
    created_at: row.created_at.toISOString(),
  };
}

export const ListAuditLogsHandler = createListHandler(
  ListAuditLogs,
  AUDIT_LOGS,
  createRowSerializer(toAuditLogInfo, AUDIT_LOGS.record),
);
