import {
  BooleanField,
  CallerIdField,
  DateField,
  IdField,
  ListField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { ListInfo, Query } from '../http/query/query.dto.js';

/** Any text, because OpenID issuers have their own forms of user ids (`auth0|5f7c…`). */
const USER = { max: 255, example: 'u-1' };

export class AuditLogQuery extends DomainRequest {
  @QueryField(Query, { required: false })
  query?: Query;

  @TextField({ required: false, max: 64, example: 'disable' })
  action?: string;

  @TextField({ required: false, max: 64, example: 'webhook' })
  resource_type?: string;

  @TextField({ required: false, max: 64 })
  resource_id?: string;

  @TextField({ required: false, ...USER })
  user_id?: string;

  @IdField('api_key', { required: false })
  api_key_id?: string;
}

export class AuditLogInfo {
  @IdField('audit') audit_id!: string;
  @TextField({ description: 'The operation.', example: 'disable' }) action!: string;
  @TextField({ example: 'webhook' }) resource_type!: string;
  @TextField() resource_id!: string;
  @TextField({
    ...USER,
    nullable: true,
    description: 'The user who made the change; null for the root key.',
  })
  user_id!: string | null;
  @IdField('api_key', { nullable: true }) api_key_id!: string | null;
  @BooleanField({ description: 'Whether the change was made with the root key.' }) root!: boolean;
  @TextField({ nullable: true, description: 'The address of the caller.' }) address!: string | null;
  @CallerIdField() domain_id!: string;
  @DateField() created_at!: string;
}

export class AuditLogsInfo extends ListInfo {
  @ListField(AuditLogInfo)
  results!: AuditLogInfo[];
}
