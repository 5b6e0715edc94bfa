import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ListAuditLogs } from '#identity';
import type { Scope } from '#shared/kernel/scope.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { AUDIT_LOG_SEARCHES } from '../http/query/query-examples.js';
import { AuditLogQuery, AuditLogsInfo } from './audit-log.dto.js';

@ApiTags('Audit log')
@Controller('identity/v1')
export class AuditLogController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'audit-logs',
    summary: 'List the audit log',
    description: 'Returns the changes made through the API, newest first.',
    permission: 'audit:read',
    request: AuditLogQuery,
    response: AuditLogsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: AuditLogQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListAuditLogs(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'audit-logs/search',
    summary: 'Search the audit log',
    description: 'Returns the same as the list; the request is JSON.',
    queries: AUDIT_LOG_SEARCHES,
    permission: 'audit:read',
    request: AuditLogQuery,
    response: AuditLogsInfo,
  })
  search(
    @Message() request: AuditLogQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }
}
