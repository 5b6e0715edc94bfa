import { AUDIT_LOG_FIELDS } from '#identity';
import { IdField, ListField, QueryField, TextField } from '../http/body/fields.js';
import { RecordType } from '../http/body/record-types.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { ListInfo, Query } from '../http/query/query.dto.js';

export class AuditLogQuery extends DomainRequest {
  @QueryField(Query, { required: false })
  query?: Query;

  @TextField({ required: false, max: 64, example: 'disable' })
  action?: string;

  @TextField({ required: false, max: 64, example: 'webhook' })
  resource_type?: string;

  @TextField({ required: false, max: 64 })
  resource_id?: string;

  @TextField({ required: false, max: 255, example: 'u-1' })
  user_id?: string;

  @IdField('api_key', { required: false })
  api_key_id?: string;
}

export class AuditLogInfo extends RecordType(AUDIT_LOG_FIELDS) {}

export class AuditLogsInfo extends ListInfo {
  @ListField(AuditLogInfo)
  results!: AuditLogInfo[];
}
