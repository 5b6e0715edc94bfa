import { createListHandler } from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { AUDIT_LOG_FIELDS, ListAuditLogs } from '../../application/queries/list-audit-logs.js';

const AUDIT_LOGS: Resource = {
  name: 'Audit log',
  relation: 'audit_log',
  id: 'audit_id',
  ...toQueryFields(AUDIT_LOG_FIELDS),
  keywords: ['action', 'resource_id', 'user_id', 'address'],
  order: [{ key: 'audit_id', desc: true }],
  minimal: ['audit_id', 'action', 'resource_id', 'created_at'],
};

export const ListAuditLogsHandler = createListHandler(
  ListAuditLogs,
  AUDIT_LOGS,
  new RecordSerializer(AUDIT_LOG_FIELDS),
);
