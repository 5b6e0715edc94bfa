import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CreateSlackApp,
  DeleteSlackApp,
  GetSlackApp,
  ListSlackApps,
  StatSlackApps,
  UpdateSlackApp,
} from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { answerFromTransaction } from '#shared/platform/persistence/record-writes.js';
import { Operation } from '../docs/operation.decorator.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { SLACK_APP_SEARCHES, SLACK_APP_STATS } from '../http/query/notification-query-examples.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import { getRecordVersion } from '../http/responses/apply-response-headers.js';
import {
  CreatedSlackAppInfo,
  CreateSlackAppRequest,
  GetSlackAppRequest,
  SlackAppInfo,
  SlackAppQuery,
  SlackAppRequest,
  SlackAppsInfo,
  SlackAppStatQuery,
  UpdateSlackAppRequest,
} from './slack-app.dto.js';

const NAME_TAKEN = { 409: 'Another Slack app of the domain has this name' };

@ApiTags('Slack app')
@Controller('notification/v1')
export class SlackAppController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'slack-apps',
    summary: 'Create a Slack app',
    description:
      'Makes an app of a Slack workspace known, so that messages of subscriptions that name it (`options.slack_app_id`) have ' +
      'buttons. The response contains the request URL, which is not shown again.',
    permission: 'slack-app:write',
    request: CreateSlackAppRequest,
    response: CreatedSlackAppInfo,
    status: 201,
    location: 'slack-app/:slack_app_id',
    version: getRecordVersion,
    errors: NAME_TAKEN,
  })
  @Idempotent()
  async create(@Message() { domain_id: _, ...given }: CreateSlackAppRequest, @CallerScope() scope: Scope) {
    const created = await createOnce(() => this.commands.execute(new CreateSlackApp(scope, given)));
    const app = await this.queries.execute(new GetSlackApp(scope, created.slack_app_id));
    return { ...app, request_url: created.request_url };
  }

  @Operation({
    method: 'PUT',
    path: 'slack-app/:slack_app_id',
    summary: 'Update a Slack app',
    description:
      'Changes a Slack app, such as a signing secret that was regenerated. Omitted fields are not changed. The request URL ' +
      'stays as it is.',
    permission: 'slack-app:write',
    version: getRecordVersion,
    request: UpdateSlackAppRequest,
    example: { domain_id: 'demo', name: 'Tocsin in acme' },
    response: SlackAppInfo,
    errors: NAME_TAKEN,
  })
  update(
    @Message() { slack_app_id, domain_id: _, ...changes }: UpdateSlackAppRequest,
    @CallerScope() scope: Scope,
  ) {
    return answerFromTransaction(
      () => this.commands.execute(new UpdateSlackApp(scope, slack_app_id, changes)),
      () => this.queries.execute(new GetSlackApp(scope, slack_app_id)),
    );
  }

  @Operation({
    method: 'DELETE',
    path: 'slack-app/:slack_app_id',
    summary: 'Delete a Slack app',
    description: 'Deletes a Slack app that no subscription names. Its request URL is unknown from then on.',
    permission: 'slack-app:write',
    version: getRecordVersion,
    request: SlackAppRequest,
    errors: { 409: 'Subscriptions name this Slack app' },
  })
  async delete(@Message() { slack_app_id }: SlackAppRequest, @CallerScope() scope: Scope): Promise<void> {
    await this.commands.execute(new DeleteSlackApp(scope, slack_app_id));
  }

  @Operation({
    method: 'GET',
    path: 'slack-app/:slack_app_id',
    summary: 'Get a Slack app',
    description: 'Returns one Slack app without its secrets.',
    permission: 'slack-app:read',
    version: getRecordVersion,
    request: GetSlackAppRequest,
    response: SlackAppInfo,
  })
  get(@Message() { slack_app_id, only }: GetSlackAppRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetSlackApp(scope, slack_app_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'slack-apps',
    summary: 'List Slack apps',
    description:
      'Returns the Slack apps of the domain, sorted by name. Plain fields are compared for equality; use `query` for other ' +
      'conditions.',
    permission: 'slack-app:read',
    request: SlackAppQuery,
    response: SlackAppsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: SlackAppQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListSlackApps(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'slack-apps/search',
    summary: 'Search Slack apps',
    description: 'Returns the same as the list; the request is JSON.',
    queries: SLACK_APP_SEARCHES,
    permission: 'slack-app:read',
    request: SlackAppQuery,
    response: SlackAppsInfo,
  })
  search(
    @Message() request: SlackAppQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'slack-apps/stat',
    summary: 'Statistics of Slack apps',
    description: 'Counts the Slack apps of the domain as defined by `query`. Without a query it counts all.',
    queries: SLACK_APP_STATS,
    permission: 'slack-app:read',
    request: SlackAppStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: SlackAppStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatSlackApps(scope, query, signal));
  }
}
