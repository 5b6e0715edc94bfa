import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CancelResend, GetResend, RequestResend } from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { Operation } from '../docs/operation.decorator.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { CallerScope, Message } from '../http/body/message.decorator.js';
import { NOTIFICATION_RESENDS } from '../http/query/notification-query-examples.js';
import { ResendInfo, ResendNotificationsRequest, ResendRequest } from './resend.dto.js';

@ApiTags('Notification')
@Controller('notification/v1')
export class ResendController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'notifications/resend',
    summary: 'Resend notifications',
    description:
      'Starts a background job that sends the notifications that match `query` again. Each notification keeps its ' +
      'id, and the notifications of an alert keep their order. Protocols that send only the newest state send only ' +
      'the newest notification of each alert again. [Get a resend](#/Notification/getResend) returns the progress. ' +
      'Domains take turns.',
    queries: NOTIFICATION_RESENDS,
    permission: 'notification:write',
    request: ResendNotificationsRequest,
    response: ResendInfo,
    status: 202,
    errors: { 429: 'Twenty resends of the domain have not ended' },
  })
  @Idempotent()
  async resendAll(@Message() { query, all }: ResendNotificationsRequest, @CallerScope() scope: Scope) {
    const command = new RequestResend(scope, query, all);
    const created = await createOnce(async () => ({ resend_id: await this.commands.execute(command) }));
    return this.getResend(created, scope);
  }

  @Operation({
    method: 'GET',
    path: 'resend/:resend_id',
    summary: 'Get a resend',
    description:
      'Returns the state of a resend and the number of notifications that were queued. A resend is kept for 30 days.',
    permission: 'notification:read',
    request: ResendRequest,
    response: ResendInfo,
  })
  getResend(@Message() { resend_id }: ResendRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetResend(scope, resend_id));
  }

  @Operation({
    method: 'PUT',
    path: 'resend/:resend_id/cancel',
    summary: 'Cancel a resend',
    description:
      'Stops a resend. Notifications that are already queued are still sent. A finished resend is not changed.',
    permission: 'notification:write',
    request: ResendRequest,
    response: ResendInfo,
  })
  async cancelResend(@Message() { resend_id }: ResendRequest, @CallerScope() scope: Scope) {
    await this.commands.execute(new CancelResend(scope, resend_id));
    return this.getResend({ resend_id }, scope);
  }
}
