import { Controller, Headers, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ConsumeQuota, GetQuotaUsage, ReleaseQuota, StatQuotaUsages } from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { parseIdempotencyKey } from '../http/body/idempotency-key.js';
import { Operation } from '../docs/operation.decorator.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import {
  ConsumeProtocolRequest,
  ConsumeQuotaRequest,
  ConsumptionInfo,
  QuotaUsageInfo,
  QuotaUsageQuery,
  QuotaUsageStatQuery,
  ReleaseConsumptionRequest,
  ReleaseInfo,
  ReleaseQuotaRequest,
} from './consumption.dto.js';
import { createQuotaError, findResetTime, sendRateLimitHeaders } from './rate-limit.js';

const KEY_HEADER = 'idempotency-key';
const AcceptsIdempotencyKey = ApiHeader({
  name: 'Idempotency-Key',
  required: false,
  schema: { type: 'string', maxLength: 255 },
  description: 'A retry with the same key within 24 hours gets the first response.',
});
const KEY_REUSED = 'The Idempotency-Key was used for another request';
const CONSUME_ERRORS = {
  422: KEY_REUSED,
  429:
    'The remaining amount is too small; nothing was consumed. If there is no Retry-After, the amount exceeds the ' +
    'limit itself',
};
const RELEASE_ERRORS = {
  404: 'There is no such consumption',
  409: 'The consumption was already released',
  422: KEY_REUSED,
};

@ApiTags('Quota')
@Controller('notification/v1')
export class ConsumptionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'quota/:quota_id/consume',
    summary: 'Consume from a quota',
    description:
      'Consumes the whole amount or nothing. The response contains the remaining amounts of the UTC day ' +
      'and month.',
    permission: 'quota:write',
    request: ConsumeQuotaRequest,
    response: ConsumptionInfo,
    errors: CONSUME_ERRORS,
  })
  @AcceptsIdempotencyKey
  consume(
    @Message() { quota_id, amount }: ConsumeQuotaRequest,
    @CallerScope() scope: Scope,
    @Headers(KEY_HEADER) key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.executeConsume(
      new ConsumeQuota(scope, { quota_id }, amount, parseIdempotencyKey(key)),
      reply,
    );
  }

  @Operation({
    method: 'POST',
    path: 'quotas/consume',
    summary: 'Consume from the quota of a protocol',
    description: 'Consumes from the quota of the named protocol. Without a quota the default limit applies.',
    permission: 'quota:write',
    request: ConsumeProtocolRequest,
    response: ConsumptionInfo,
    errors: CONSUME_ERRORS,
  })
  @AcceptsIdempotencyKey
  consumeProtocol(
    @Message() { protocol_id, amount }: ConsumeProtocolRequest,
    @CallerScope() scope: Scope,
    @Headers(KEY_HEADER) key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.executeConsume(
      new ConsumeQuota(scope, { protocol_id }, amount, parseIdempotencyKey(key)),
      reply,
    );
  }

  @Operation({
    method: 'POST',
    path: 'quota/:quota_id/release',
    summary: 'Release a consumption',
    description:
      'Releases a consumption or a part of it. This is possible once, within 48 hours. The amount is ' +
      'credited to the day of the consumption.',
    permission: 'quota:write',
    request: ReleaseQuotaRequest,
    response: ReleaseInfo,
    errors: RELEASE_ERRORS,
  })
  @AcceptsIdempotencyKey
  release(
    @Message() request: ReleaseQuotaRequest,
    @CallerScope() scope: Scope,
    @Headers(KEY_HEADER) key: string | undefined,
  ) {
    return this.executeRelease(request, scope, key);
  }

  @Operation({
    method: 'POST',
    path: 'quotas/release',
    summary: 'Release a consumption of a protocol',
    description: 'Releases a consumption of a protocol without a quota.',
    permission: 'quota:write',
    request: ReleaseConsumptionRequest,
    response: ReleaseInfo,
    errors: RELEASE_ERRORS,
  })
  @AcceptsIdempotencyKey
  releaseProtocol(
    @Message() request: ReleaseConsumptionRequest,
    @CallerScope() scope: Scope,
    @Headers(KEY_HEADER) key: string | undefined,
  ) {
    return this.executeRelease(request, scope, key);
  }

  @Operation({
    method: 'GET',
    path: 'quota/:quota_id/usage',
    summary: 'Get the usage of a quota by UTC day',
    description: 'Returns the usage of a quota by day, and the remaining amount.',
    permission: 'quota:read',
    request: QuotaUsageQuery,
    response: QuotaUsageInfo,
  })
  usage(@Message() { quota_id, from, to, page }: QuotaUsageQuery, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetQuotaUsage(scope, quota_id, { from, to }, page));
  }

  @Operation({
    method: 'POST',
    path: 'quota-usages/stat',
    summary: 'Statistics of usage by protocol and UTC day',
    description:
      'Aggregates the usage of all protocols as defined by `query`, including protocols without a quota. ' +
      'Without a query it returns the sum of each protocol.',
    permission: 'quota:read',
    request: QuotaUsageStatQuery,
    response: StatisticsInfo,
  })
  statUsages(
    @Message() { query }: QuotaUsageStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatQuotaUsages(scope, query, signal));
  }

  private async executeConsume(command: ConsumeQuota, reply: FastifyReply): Promise<ConsumptionInfo> {
    const outcome = await this.commands.execute(command);
    sendRateLimitHeaders(reply, outcome);
    if (!outcome.allowed) throw createQuotaError(outcome, command.amount);
    const { consumption_id, remaining } = outcome;
    return { allowed: true, consumption_id, remaining, reset_at: findResetTime(outcome) };
  }

  private async executeRelease(
    { consumption_id, amount, quota_id }: ReleaseConsumptionRequest & { readonly quota_id?: string },
    scope: Scope,
    key: string | undefined,
  ): Promise<ReleaseInfo> {
    const command = new ReleaseQuota(scope, { consumption_id, amount, quota_id }, parseIdempotencyKey(key));
    const { released, day, remaining } = await this.commands.execute(command);
    return { consumption_id, released, day, remaining };
  }
}
