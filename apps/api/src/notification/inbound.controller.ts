import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CloseInbound, GetSubscription, RotateInboundKey, TakeInboundWebhook } from '#notification';
import { PublicUrl } from '#shared/kernel/public-url.js';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { Operation } from '../docs/operation.decorator.js';
import { getClientAddress } from '../http/auth/caller.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { CallerScope, Message } from '../http/body/message.decorator.js';
import { RequestLimits } from '../http/limits/request-limits.js';
import { getRecordVersion } from '../http/responses/apply-response-headers.js';
import {
  InboundReceipt,
  RotateInboundRequest,
  SubscriptionWithInboundUrl,
  TakeInboundRequest,
} from './inbound.dto.js';
import { SubscriptionRequest } from './subscription.dto.js';

type InboundHttpRequest = FastifyRequest & { readonly params: TakeInboundRequest };

/** Webhooks of receivers, with what people do to alerts there. */
@ApiTags('Subscription')
@Controller('notification/v1')
export class InboundController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly limits: RequestLimits,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Operation({
    method: 'PUT',
    path: 'subscription/:subscription_id/inbound/rotate',
    summary: 'Rotate the inbound address of a subscription',
    description:
      'Creates the address to which PagerDuty, Opsgenie or Jira Service Management send webhooks with what people do to alerts ' +
      'there, or replaces it. For `grace_seconds`, webhooks are taken at both addresses. The response contains the new ' +
      'address, which is not shown again. For PagerDuty, set `options.webhook_secret` to the secret that PagerDuty returns when a ' +
      'webhook subscription is created for this address.',
    permission: 'subscription:write',
    version: getRecordVersion,
    request: RotateInboundRequest,
    response: SubscriptionWithInboundUrl,
    errors: { 409: 'The protocol has no webhooks' },
  })
  @Idempotent()
  async rotateInbound(
    @Message() { subscription_id, grace_seconds, end_grace }: RotateInboundRequest,
    @CallerScope() scope: Scope,
  ) {
    const command = new RotateInboundKey(scope, subscription_id, { grace_seconds, end_grace });
    const { access_key } = await createOnce(() => this.commands.execute(command));
    const subscription = await this.queries.execute(new GetSubscription(scope, subscription_id));
    const path = `/notification/v1/subscription/${subscription_id}/inbound/${access_key}`;
    return { ...subscription, inbound_url: this.publicUrl.url + path };
  }

  @Operation({
    method: 'DELETE',
    path: 'subscription/:subscription_id/inbound',
    summary: 'Delete the inbound address of a subscription',
    description: 'Takes no webhooks of the receiver any more. Notifications are sent as before.',
    permission: 'subscription:write',
    version: getRecordVersion,
    request: SubscriptionRequest,
  })
  async deleteInbound(
    @Message() { subscription_id }: SubscriptionRequest,
    @CallerScope() scope: Scope,
  ): Promise<void> {
    await this.commands.execute(new CloseInbound(scope, subscription_id));
  }

  @Operation({
    method: 'POST',
    path: 'subscription/:subscription_id/inbound/:access_key',
    summary: 'Take a webhook of a receiver',
    description:
      'Takes webhooks V3 of PagerDuty, which are signed, and webhooks of Opsgenie and Jira Service Management. If a person ' +
      'acknowledges, unacknowledges or resolves there what the subscription has told, the same is done to the alert. An alert ' +
      'that is in that state already is left as it is, and so is one to which something newer was done. Each webhook is taken ' +
      'once. What no person resolved becomes a note. The receiver is not notified of what was done there.',
    permission: 'open',
    request: TakeInboundRequest,
    rawBody: 'The webhook, as the receiver sends it.',
    response: InboundReceipt,
    errors: {
      401: 'The signature is missing or wrong, or the subscription has no `webhook_secret`',
      403: 'The subscription is disabled',
      404: 'No subscription takes webhooks at this address',
      413: 'The webhook has more than 262,144 bytes',
      429: 'Too many webhooks come from the network of the client',
    },
  })
  async takeInbound(@Req() request: InboundHttpRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const address = getClientAddress(request);
    await this.limits.takeInbound(address, reply);
    const { subscription_id, access_key } = request.params;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value = '']) => [name, String(value)]),
    );
    return this.commands.execute(
      new TakeInboundWebhook(subscription_id, access_key, { body, headers }, address),
    );
  }
}
