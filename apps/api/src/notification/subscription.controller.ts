import { Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  CreateSubscription,
  DeleteSubscription,
  DisableSubscription,
  EnableSubscription,
  GetSubscription,
  ListSubscriptions,
  RotateSigningSecret,
  StatSubscriptions,
  UpdateSubscription,
  VerifySubscription,
} from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { answerFromTransaction } from '#shared/platform/persistence/record-writes.js';
import { Operation } from '../docs/operation.decorator.js';
import { getRecordVersion } from '../http/responses/apply-response-headers.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { CallerScope, Message, AbortOnDisconnect } from '../http/body/message.decorator.js';
import { RequestLimits } from '../http/limits/request-limits.js';
import { SUBSCRIPTION_SEARCHES, SUBSCRIPTION_STATS } from '../http/query/notification-query-examples.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import {
  CreateSubscriptionRequest,
  GetSubscriptionRequest,
  RotateSigningSecretRequest,
  SubscriptionInfo,
  SubscriptionQuery,
  SubscriptionRequest,
  SubscriptionsInfo,
  SubscriptionStatQuery,
  SubscriptionVerification,
  SubscriptionWithSecret,
  UpdateSubscriptionRequest,
} from './subscription.dto.js';

const NAME_TAKEN = { 409: 'Another subscription of the project has this name' };

@ApiTags('Subscription')
@Controller('notification/v1')
export class SubscriptionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly limits: RequestLimits,
  ) {}

  @Operation({
    method: 'POST',
    path: 'subscriptions',
    summary: 'Create a subscription',
    description:
      'Creates a subscription. It sends the changes of matching alerts that happen from now on. The response ' +
      'contains the signing secret, which is not shown again.',
    permission: 'subscription:write',
    request: CreateSubscriptionRequest,
    response: SubscriptionWithSecret,
    status: 201,
    location: 'subscription/:subscription_id',
    version: getRecordVersion,
    errors: NAME_TAKEN,
  })
  @Idempotent()
  async create(
    @Message() { domain_id: _, ...given }: CreateSubscriptionRequest,
    @CallerScope() scope: Scope,
  ) {
    return this.getWithSecret(
      await createOnce(() => this.commands.execute(new CreateSubscription(scope, given))),
      scope,
    );
  }

  @Operation({
    method: 'PUT',
    path: 'subscription/:subscription_id',
    summary: 'Update a subscription',
    description:
      'Changes the name, options, kinds, conditions, group or template of a subscription. Omitted fields are not ' +
      'changed; the others are replaced as a whole.',
    permission: 'subscription:write',
    version: getRecordVersion,
    request: UpdateSubscriptionRequest,
    example: { domain_id: 'demo', kinds: ['alert.opened', 'alert.resolved'] },
    response: SubscriptionInfo,
    errors: NAME_TAKEN,
  })
  update(
    @Message() { subscription_id, domain_id: _, ...changes }: UpdateSubscriptionRequest,
    @CallerScope() scope: Scope,
  ) {
    return this.change(new UpdateSubscription(scope, subscription_id, changes));
  }

  @Operation({
    method: 'PUT',
    path: 'subscription/:subscription_id/enable',
    summary: 'Enable a subscription',
    description:
      'Enables a subscription. It sends the changes that happen from now on, and the notifications that are still ' +
      'waiting.',
    permission: 'subscription:write',
    version: getRecordVersion,
    request: SubscriptionRequest,
    response: SubscriptionInfo,
  })
  enable(@Message() { subscription_id }: SubscriptionRequest, @CallerScope() scope: Scope) {
    return this.change(new EnableSubscription(scope, subscription_id));
  }

  @Operation({
    method: 'PUT',
    path: 'subscription/:subscription_id/disable',
    summary: 'Disable a subscription',
    description:
      'Disables a subscription. Nothing is sent, and changes of alerts create no notifications. Waiting ' +
      'notifications are kept for 24 hours.',
    permission: 'subscription:write',
    version: getRecordVersion,
    request: SubscriptionRequest,
    response: SubscriptionInfo,
  })
  disable(@Message() { subscription_id }: SubscriptionRequest, @CallerScope() scope: Scope) {
    return this.change(new DisableSubscription(scope, subscription_id));
  }

  @Operation({
    method: 'PUT',
    path: 'subscription/:subscription_id/rotate',
    summary: 'Rotate the signing secret of a subscription',
    description:
      'Replaces the signing secret. For `grace_seconds`, requests are signed with both secrets. The response ' +
      'contains the new secret, which is not shown again.',
    permission: 'subscription:write',
    version: getRecordVersion,
    request: RotateSigningSecretRequest,
    response: SubscriptionWithSecret,
    errors: { 409: 'The protocol has no signing secret' },
  })
  @Idempotent()
  async rotate(
    @Message() { subscription_id, grace_seconds, end_grace }: RotateSigningSecretRequest,
    @CallerScope() scope: Scope,
  ) {
    const command = new RotateSigningSecret(scope, subscription_id, { grace_seconds, end_grace });
    return this.getWithSecret(await createOnce(() => this.commands.execute(command)), scope);
  }

  @Operation({
    method: 'POST',
    path: 'subscription/:subscription_id/verify',
    summary: 'Verify a subscription',
    description:
      'Sends one message of type `subscription.test` now and returns the response of the receiver. The test consumes ' +
      'the units of the quota of the protocol that a notification takes. A subscription can be verified 10 times a minute.',
    permission: 'subscription:write',
    request: SubscriptionRequest,
    response: SubscriptionVerification,
    errors: {
      429: 'The quota of the protocol is exhausted, or the subscription was tested 10 times in this minute',
    },
  })
  async verify(
    @Message() { subscription_id }: SubscriptionRequest,
    @CallerScope() scope: Scope,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.limits.takeVerification(scope.domain_id, subscription_id, reply);
    return this.commands.execute(new VerifySubscription(scope, subscription_id));
  }

  @Operation({
    method: 'DELETE',
    path: 'subscription/:subscription_id',
    summary: 'Delete a subscription',
    description:
      'Deletes a subscription and cancels its waiting notifications. All its notifications stay listed.',
    permission: 'subscription:write',
    version: getRecordVersion,
    request: SubscriptionRequest,
  })
  async delete(
    @Message() { subscription_id }: SubscriptionRequest,
    @CallerScope() scope: Scope,
  ): Promise<void> {
    await this.commands.execute(new DeleteSubscription(scope, subscription_id));
  }

  @Operation({
    method: 'GET',
    path: 'subscription/:subscription_id',
    summary: 'Get a subscription',
    description: 'Returns one subscription with its health.',
    permission: 'subscription:read',
    version: getRecordVersion,
    request: GetSubscriptionRequest,
    response: SubscriptionInfo,
  })
  get(@Message() { subscription_id, only }: GetSubscriptionRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetSubscription(scope, subscription_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'subscriptions',
    summary: 'List subscriptions',
    description:
      'Returns the subscriptions of the domain, sorted by name. Plain fields are compared for equality; use `query` ' +
      'for other conditions.',
    permission: 'subscription:read',
    request: SubscriptionQuery,
    response: SubscriptionsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: SubscriptionQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListSubscriptions(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'subscriptions/search',
    summary: 'Search subscriptions',
    description: 'Returns the same as the list; the request is JSON.',
    queries: SUBSCRIPTION_SEARCHES,
    permission: 'subscription:read',
    request: SubscriptionQuery,
    response: SubscriptionsInfo,
  })
  search(
    @Message() request: SubscriptionQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'subscriptions/stat',
    summary: 'Statistics of subscriptions',
    description:
      'Counts the subscriptions of the domain as defined by `query`. Without a query it counts the subscriptions in ' +
      'each state.',
    queries: SUBSCRIPTION_STATS,
    permission: 'subscription:read',
    request: SubscriptionStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: SubscriptionStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatSubscriptions(scope, query, signal));
  }

  private change(command: Command<void> & { readonly scope: Scope; readonly subscription_id: string }) {
    return answerFromTransaction(
      () => this.commands.execute(command),
      () => this.queries.execute(new GetSubscription(command.scope, command.subscription_id)),
    );
  }

  private async getWithSecret(
    {
      subscription_id,
      signing_secret,
    }: { readonly subscription_id: string; readonly signing_secret: string | null },
    scope: Scope,
  ) {
    const subscription = await this.queries.execute(new GetSubscription(scope, subscription_id));
    return { ...subscription, signing_secret };
  }
}
