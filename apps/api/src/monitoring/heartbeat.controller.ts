import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { DeleteHeartbeat, GetHeartbeat, ListHeartbeats, PutHeartbeat, StatHeartbeats } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { answerFromTransaction } from '#shared/platform/persistence/record-writes.js';
import { Operation } from '../docs/operation.decorator.js';
import { getRecordVersion } from '../http/responses/apply-response-headers.js';
import { CallerScope, Message, AbortOnDisconnect } from '../http/body/message.decorator.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import { HEARTBEAT_SEARCHES, HEARTBEAT_STATS } from '../http/query/query-examples.js';
import {
  DeleteHeartbeatRequest,
  GetHeartbeatRequest,
  HeartbeatInfo,
  HeartbeatQuery,
  HeartbeatsInfo,
  HeartbeatStatQuery,
  PutHeartbeatRequest,
} from './heartbeat.dto.js';

const PATH = 'webhook/:webhook_id/heartbeat/:name';

@ApiTags('Heartbeat')
@Controller('monitoring/v1')
export class HeartbeatController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'PUT',
    path: PATH,
    summary: 'Create or change a heartbeat',
    description:
      'Creates a heartbeat, or changes the given fields of an existing one. Its source pings it at `webhook_url` + ' +
      '`/heartbeat/{name}`. If no ping arrives for `expect_every` plus `grace`, or within `grace` after a time of ' +
      '`schedule`, an alert opens. The next ping resolves the alert. A new heartbeat cannot be missing before its first ping.',
    permission: 'heartbeat:write',
    request: PutHeartbeatRequest,
    example: { domain_id: 'demo', expect_every: '1d', grace: '1h', severity: 'ERROR' },
    response: HeartbeatInfo,
    version: getRecordVersion,
    errors: { 429: 'The domain has 10,000 heartbeats, which is the maximum, or there are too many requests' },
  })
  put(@Message() request: PutHeartbeatRequest, @CallerScope() scope: Scope) {
    const { webhook_id, name, expect_every, schedule, timezone, grace, severity, managed_by } = request;
    const changes = { expect_every, schedule, timezone, grace, severity };
    return answerFromTransaction(
      () => this.commands.execute(new PutHeartbeat(scope, webhook_id, name, changes, managed_by)),
      () => this.queries.execute(new GetHeartbeat(scope, webhook_id, name)),
    );
  }

  @Operation({
    method: 'GET',
    path: PATH,
    summary: 'Get a heartbeat',
    description: 'Returns one heartbeat of a webhook: its state and its last ping.',
    permission: 'heartbeat:read',
    request: GetHeartbeatRequest,
    response: HeartbeatInfo,
    version: getRecordVersion,
  })
  get(@Message() { webhook_id, name, only }: GetHeartbeatRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetHeartbeat(scope, webhook_id, name, only));
  }

  @Operation({
    method: 'DELETE',
    path: PATH,
    summary: 'Delete a heartbeat',
    description:
      'Deletes a heartbeat. If it is missing, its alert is resolved. Later pings of its name are rejected with 404; ' +
      'with `settings.heartbeats: "AUTO"` they create the heartbeat again.',
    permission: 'heartbeat:write',
    request: DeleteHeartbeatRequest,
    version: getRecordVersion,
  })
  async delete(@Message() { webhook_id, name }: DeleteHeartbeatRequest, @CallerScope() scope: Scope) {
    await this.commands.execute(new DeleteHeartbeat(scope, webhook_id, name));
  }

  @Operation({
    method: 'GET',
    path: 'heartbeats',
    summary: 'List heartbeats',
    description:
      'Returns the heartbeats of the domain in order of creation. Plain fields are compared for equality; use `query` for ' +
      'other conditions.',
    permission: 'heartbeat:read',
    request: HeartbeatQuery,
    response: HeartbeatsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: HeartbeatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListHeartbeats(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'heartbeats/search',
    summary: 'Search heartbeats',
    description: 'Returns the same as the list; the request is JSON.',
    queries: HEARTBEAT_SEARCHES,
    permission: 'heartbeat:read',
    request: HeartbeatQuery,
    response: HeartbeatsInfo,
  })
  search(
    @Message() request: HeartbeatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'heartbeats/stat',
    summary: 'Statistics of heartbeats',
    description:
      'Counts the heartbeats of the domain as defined by `query`. Without a query it counts all heartbeats.',
    queries: HEARTBEAT_STATS,
    permission: 'heartbeat:read',
    request: HeartbeatStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: HeartbeatStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatHeartbeats(scope, query, signal));
  }
}
