import { Controller, Headers, Res, UseInterceptors } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  CreateWebhook,
  DeleteWebhook,
  DisableWebhook,
  EnableWebhook,
  GetVerification,
  GetWebhook,
  ListWebhooks,
  RequestVerification,
  RotateAccessKey,
  StatWebhooks,
  UpdateWebhook,
  UpdateWebhookPlugin,
} from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { answerFromTransaction } from '#shared/platform/persistence/answer-from-transaction.js';
import { AbortOnDisconnect, CallerScope, Message, parsePreferWait } from '../http/body/message.decorator.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { getRecordVersion } from '../http/responses/apply-response-headers.js';
import { Operation } from '../docs/operation.decorator.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import { WEBHOOK_SEARCHES, WEBHOOK_STATS } from '../http/query/query-examples.js';
import { PluginConcurrencyInterceptor } from './plugin-concurrency.interceptor.js';
import {
  CreateWebhookRequest,
  GetWebhookRequest,
  RotateAccessKeyRequest,
  UpdateWebhookPluginRequest,
  UpdateWebhookRequest,
  VerificationInfo,
  WebhookInfo,
  WebhookQuery,
  WebhookRequest,
  WebhooksInfo,
  WebhookStatQuery,
} from './webhook.dto.js';

const NAME_TAKEN = { 409: 'Another webhook of the project has this name' };

@ApiTags('Webhook')
@Controller('monitoring/v1')
export class WebhookController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'webhooks',
    summary: 'Create a webhook',
    description:
      'Creates a webhook with its own URL. Configure the returned `webhook_url` in the monitoring ' +
      'system. It accepts deliveries immediately.',
    permission: 'webhook:write',
    request: CreateWebhookRequest,
    response: WebhookInfo,
    status: 201,
    location: 'webhook/:webhook_id',
    version: getRecordVersion,
    errors: {
      409: 'Another webhook of the project has this name, or any webhook has this id or this access key',
    },
  })
  @Idempotent()
  @UseInterceptors(PluginConcurrencyInterceptor)
  async create(@Message() webhook: CreateWebhookRequest, @CallerScope() scope: Scope) {
    const created = await createOnce(async () => ({
      webhook_id: await this.commands.execute(new CreateWebhook(scope, webhook)),
    }));
    return this.get(created, scope);
  }

  @Operation({
    method: 'PUT',
    path: 'webhook/:webhook_id',
    summary: 'Update a webhook',
    description: 'Changes the name, tags or settings of a webhook. Fields that are left out are not changed.',
    permission: 'webhook:write',
    version: getRecordVersion,
    request: UpdateWebhookRequest,
    example: { domain_id: 'demo', tags: { team: 'platform' } },
    response: WebhookInfo,
    errors: NAME_TAKEN,
  })
  update(
    @Message() { webhook_id, domain_id: _, ...changes }: UpdateWebhookRequest,
    @CallerScope() scope: Scope,
  ) {
    return this.change(new UpdateWebhook(scope, webhook_id, changes));
  }

  @Operation({
    method: 'PUT',
    path: 'webhook/:webhook_id/plugin',
    summary: "Change a webhook's plugin version, upgrade mode or options",
    description:
      'Changes the plugin for future deliveries of a webhook. Fields that are left out are not changed.',
    permission: 'webhook:write',
    version: getRecordVersion,
    request: UpdateWebhookPluginRequest,
    example: { domain_id: 'demo', upgrade_mode: 'AUTO' },
    response: WebhookInfo,
  })
  @UseInterceptors(PluginConcurrencyInterceptor)
  updatePlugin(@Message() request: UpdateWebhookPluginRequest, @CallerScope() scope: Scope) {
    const { webhook_id, version, upgrade_mode, options } = request;
    return this.change(new UpdateWebhookPlugin(scope, webhook_id, { version, upgrade_mode, options }));
  }

  @Operation({
    method: 'POST',
    path: 'webhook/:webhook_id/plugin/verify',
    summary: "Verify a webhook's plugin",
    description:
      'Starts a verification: a worker runs the plugin of a webhook on its samples and on the last deliveries. With ' +
      '`Prefer: wait=N` (at most 30 seconds) the response contains the result (200) if the verification is done within ' +
      'N seconds.',
    permission: 'webhook:write',
    request: WebhookRequest,
    response: VerificationInfo,
    status: 202,
    done: 'The usual answer: a worker runs the verification',
    otherResponses: {
      200: {
        when: 'Only with `Prefer: wait=N`, if the verification is done within N seconds; after them, 202',
        response: VerificationInfo,
      },
    },
    waits: true,
  })
  async verifyPlugin(
    @Message() { webhook_id }: WebhookRequest,
    @CallerScope() scope: Scope,
    @Headers('prefer') prefer: string | undefined,
    @AbortOnDisconnect() signal: AbortSignal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const verification_id = await this.commands.execute(new RequestVerification(scope, webhook_id));
    const wait = parsePreferWait(prefer);
    const verification = await this.queries.execute(
      new GetVerification(scope, verification_id, wait ?? 0, signal),
    );
    if (wait !== undefined) void reply.header('preference-applied', `wait=${wait}`);
    if (wait !== undefined && verification.state !== 'PENDING') void reply.status(200);
    return verification;
  }

  @Operation({
    method: 'PUT',
    path: 'webhook/:webhook_id/enable',
    summary: 'Enable a webhook',
    description: 'Enables a disabled webhook. Its URL is the same as before.',
    permission: 'webhook:write',
    version: getRecordVersion,
    request: WebhookRequest,
    response: WebhookInfo,
  })
  enable(@Message() { webhook_id }: WebhookRequest, @CallerScope() scope: Scope) {
    return this.change(new EnableWebhook(scope, webhook_id));
  }

  @Operation({
    method: 'PUT',
    path: 'webhook/:webhook_id/disable',
    summary: 'Disable a webhook',
    description: 'Disables a webhook. Within a second, every process rejects requests to its URL with 403.',
    permission: 'webhook:write',
    version: getRecordVersion,
    request: WebhookRequest,
    response: WebhookInfo,
  })
  disable(@Message() { webhook_id }: WebhookRequest, @CallerScope() scope: Scope) {
    return this.change(new DisableWebhook(scope, webhook_id));
  }

  @Operation({
    method: 'PUT',
    path: 'webhook/:webhook_id/access-key/rotate',
    summary: 'Rotate the access key of a webhook',
    description:
      'Replaces the access key of a webhook, which changes its URL. The old URL stays valid for ' +
      '`grace_seconds`. `previous_access_key` shows whether a sender still uses it.',
    permission: 'webhook:write',
    version: getRecordVersion,
    request: RotateAccessKeyRequest,
    response: WebhookInfo,
  })
  @Idempotent()
  rotate(
    @Message() { webhook_id, grace_seconds, end_grace }: RotateAccessKeyRequest,
    @CallerScope() scope: Scope,
  ) {
    return this.change(new RotateAccessKey(scope, webhook_id, { grace_seconds, end_grace }));
  }

  @Operation({
    method: 'DELETE',
    path: 'webhook/:webhook_id',
    summary: 'Delete a webhook',
    description:
      'Deletes a webhook. Its URL stops working and its name is free immediately. Its events are kept.',
    permission: 'webhook:write',
    version: getRecordVersion,
    request: WebhookRequest,
  })
  async delete(@Message() { webhook_id }: WebhookRequest, @CallerScope() scope: Scope): Promise<void> {
    await this.commands.execute(new DeleteWebhook(scope, webhook_id));
  }

  @Operation({
    method: 'GET',
    path: 'webhook/:webhook_id',
    summary: 'Get a webhook',
    description: 'Returns one webhook with its URL, its plugin and its health.',
    permission: 'webhook:read',
    version: getRecordVersion,
    request: GetWebhookRequest,
    response: WebhookInfo,
  })
  get(@Message() { webhook_id, only }: GetWebhookRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetWebhook(scope, webhook_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'webhooks',
    summary: 'List webhooks',
    description:
      'Returns the webhooks of the domain, sorted by name. Plain fields are compared for equality; use ' +
      '`query` for other conditions.',
    permission: 'webhook:read',
    request: WebhookQuery,
    response: WebhooksInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: WebhookQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListWebhooks(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'webhooks/search',
    summary: 'Search webhooks',
    description: 'Returns the same as the list; the request is JSON.',
    queries: WEBHOOK_SEARCHES,
    permission: 'webhook:read',
    request: WebhookQuery,
    response: WebhooksInfo,
  })
  search(
    @Message() request: WebhookQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'webhooks/stat',
    summary: 'Statistics of webhooks',
    description:
      'Counts the webhooks of the domain as defined by `query`. Without a query it counts the webhooks ' +
      'of each state.',
    queries: WEBHOOK_STATS,
    permission: 'webhook:read',
    request: WebhookStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: WebhookStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatWebhooks(scope, query, signal));
  }

  private change(command: Command<void> & { readonly scope: Scope; readonly webhook_id: string }) {
    const { scope, webhook_id } = command;
    return answerFromTransaction(
      () =>
        createOnce(async () => {
          await this.commands.execute(command);
          return { webhook_id };
        }),
      () => this.queries.execute(new GetWebhook(scope, webhook_id)),
    );
  }
}
