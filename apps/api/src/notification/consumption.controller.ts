import { Controller, Headers, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  ConsumeQuota,
  GetQuotaUsage,
  ReleaseQuota,
  StatQuotaUsages,
  getWindowLimit,
  getWindowEnd,
  getWindowSeconds,
  QUOTA_WINDOWS,
  type ConsumptionOutcome,
} from '#notification';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { parseIdempotencyKey } from '../http/body/idempotency-key.js';
import { Operation } from '../docs/operation.decorator.js';
import { addRateLimitHeaders } from '../http/limits/request-limits.js';
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

const secondsUntil = (end: Date, at: Date) => Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000));

/** Adds the rate limit headers, with one policy for each window that has a limit. */
function sendRateLimitHeaders(reply: FastifyReply, { limit, remaining, at }: ConsumptionOutcome): void {
  const windows = QUOTA_WINDOWS.flatMap((policy) => {
    const remainingAmount = remaining[policy];
    const [ceiling, window] = [getWindowLimit(limit, policy), getWindowSeconds(policy, at)];
    return remainingAmount === null
      ? []
      : [
          {
            policy,
            limit: ceiling,
            window,
            remaining: remainingAmount,
            reset: secondsUntil(getWindowEnd(policy, at), at),
          },
        ];
  });
  addRateLimitHeaders(reply, windows);
}

/** Returns the end of the window with the smaller remainder, when there is more quota again; `null` without a limit. */
function findResetTime({ remaining, at }: Pick<ConsumptionOutcome, 'remaining' | 'at'>): string | null {
  const { day, month } = remaining;
  if (day === null && month === null) return null;
  return getWindowEnd(month !== null && (day === null || month < day) ? 'month' : 'day', at).toISOString();
}

/** An amount that exceeds the limit of a whole day or month never fits, so the error has no Retry-After. */
function createQuotaError(
  { at, exhausted, remaining, limit }: ConsumptionOutcome & { allowed: false },
  amount: number,
) {
  const unreachableWindow = QUOTA_WINDOWS.find((window) => amount > getWindowLimit(limit, window));
  if (unreachableWindow !== undefined) {
    const text = `The amount ${amount} never fits: the limit of a ${unreachableWindow} is ${getWindowLimit(limit, unreachableWindow)}`;
    return new DomainError('ERROR_QUOTA_IS_EXCEEDED', 'exhausted', text);
  }
  const end = getWindowEnd(exhausted, at);
  const text = `The ${exhausted} has ${remaining[exhausted]} left of ${getWindowLimit(limit, exhausted)}, and ${amount} were asked for; the next ${exhausted} begins at ${end.toISOString()}`;
  return new DomainError('ERROR_QUOTA_IS_EXCEEDED', 'exhausted', text, { retryAfter: secondsUntil(end, at) });
}
