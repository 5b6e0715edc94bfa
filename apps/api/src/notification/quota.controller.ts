import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CreateQuota,
  DeleteQuota,
  GetQuota,
  ListQuotas,
  SimulateQuota,
  StatQuotas,
  UpdateQuota,
} from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { answerFromTransaction } from '#shared/platform/persistence/record-writes.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { getRecordVersion } from '../http/responses/apply-response-headers.js';
import { Operation } from '../docs/operation.decorator.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import { QUOTA_SEARCHES, QUOTA_STATS } from '../http/query/query-examples.js';
import {
  CreateQuotaRequest,
  GetQuotaRequest,
  QuotaInfo,
  QuotaQuery,
  QuotaRequest,
  QuotasInfo,
  QuotaSimulation,
  QuotaStatQuery,
  SimulateQuotaRequest,
  UpdateQuotaRequest,
} from './quota.dto.js';

@ApiTags('Quota')
@Controller('notification/v1')
export class QuotaController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'quotas',
    summary: 'Create a quota for a protocol',
    description:
      'Limits the use of a protocol by the domain. The limit applies immediately and includes existing ' +
      'usage.',
    permission: 'quota:write',
    request: CreateQuotaRequest,
    response: QuotaInfo,
    status: 201,
    location: 'quota/:quota_id',
    version: getRecordVersion,
    errors: { 409: 'The protocol already has a quota in this domain' },
  })
  @Idempotent()
  async create(@Message() { domain_id: _, ...given }: CreateQuotaRequest, @CallerScope() scope: Scope) {
    const { quota_id } = await createOnce(async () => ({
      quota_id: await this.commands.execute(new CreateQuota(scope, given)),
    }));
    return this.queries.execute(new GetQuota(scope, quota_id));
  }

  @Operation({
    method: 'PUT',
    path: 'quota/:quota_id',
    summary: 'Update a quota',
    description:
      'Replaces the limit of a quota. The new limit applies immediately and includes existing usage.',
    permission: 'quota:write',
    version: getRecordVersion,
    request: UpdateQuotaRequest,
    response: QuotaInfo,
  })
  update(@Message() { quota_id, domain_id: _, ...changes }: UpdateQuotaRequest, @CallerScope() scope: Scope) {
    return answerFromTransaction(
      () => this.commands.execute(new UpdateQuota(scope, quota_id, changes)),
      () => this.queries.execute(new GetQuota(scope, quota_id)),
    );
  }

  @Operation({
    method: 'DELETE',
    path: 'quota/:quota_id',
    summary: 'Delete a quota',
    description:
      'Deletes the limit of a protocol. The default limit applies immediately and includes existing ' +
      'usage.',
    permission: 'quota:write',
    version: getRecordVersion,
    request: QuotaRequest,
  })
  async delete(@Message() { quota_id }: QuotaRequest, @CallerScope() scope: Scope): Promise<void> {
    await this.commands.execute(new DeleteQuota(scope, quota_id));
  }

  @Operation({
    method: 'GET',
    path: 'quota/:quota_id',
    summary: 'Get a quota',
    description: 'Returns one quota of the domain.',
    permission: 'quota:read',
    version: getRecordVersion,
    request: GetQuotaRequest,
    response: QuotaInfo,
  })
  get(@Message() { quota_id, only }: GetQuotaRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetQuota(scope, quota_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'quotas',
    summary: 'List quotas',
    description:
      'Returns the quotas of the domain in order of creation. Plain fields are compared for equality; ' +
      'use `query` for other conditions.',
    permission: 'quota:read',
    request: QuotaQuery,
    response: QuotasInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: QuotaQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListQuotas(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'quotas/search',
    summary: 'Search quotas',
    description: 'Returns the same as the list; the request is JSON.',
    queries: QUOTA_SEARCHES,
    permission: 'quota:read',
    request: QuotaQuery,
    response: QuotasInfo,
  })
  search(
    @Message() request: QuotaQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'quotas/stat',
    summary: 'Statistics of quotas',
    description:
      'Counts the quotas of the domain as defined by `query`. Without a query it counts all quotas.',
    queries: QUOTA_STATS,
    permission: 'quota:read',
    request: QuotaStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: QuotaStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatQuotas(scope, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'quota/:quota_id/simulate',
    summary: 'Simulate another limit',
    description:
      'Applies another limit to the stored usage of a quota and returns what it would have granted. ' +
      'Nothing is changed.',
    permission: 'quota:read',
    request: SimulateQuotaRequest,
    response: QuotaSimulation,
  })
  simulate(@Message() { quota_id, limit }: SimulateQuotaRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new SimulateQuota(scope, quota_id, limit));
  }
}
