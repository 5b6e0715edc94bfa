import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CreateOnCall,
  DeleteOnCall,
  GetOnCall,
  GetOnCallAt,
  GetOnCallShifts,
  ListOnCalls,
  StatOnCalls,
  UpdateOnCall,
} from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { answerFromTransaction } from '#shared/platform/persistence/record-writes.js';
import { Operation } from '../docs/operation.decorator.js';
import { getRecordVersion } from '../http/responses/apply-response-headers.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { CallerScope, Message, AbortOnDisconnect } from '../http/body/message.decorator.js';
import { ON_CALL_SEARCHES, ON_CALL_STATS } from '../http/query/notification-query-examples.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import {
  CreateOnCallRequest,
  GetOnCallRequest,
  OnCallInfo,
  OnCallQuery,
  OnCallRequest,
  OnCallsInfo,
  OnCallStatQuery,
  UpdateOnCallRequest,
} from './on-call.dto.js';
import { OnCallAnswer, OnCallAtRequest, OnCallShifts, OnCallShiftsRequest } from './on-call-shifts.dto.js';

@ApiTags('On call')
@Controller('notification/v1')
export class OnCallController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'on-call',
    summary: 'Create a schedule',
    description:
      'Creates a schedule that says who is on call: members who take turns (`rotation`), or the events of a calendar ' +
      '(`ical_url`). In both cases `overrides` win. A calendar is read within seconds; `health` shows the result.',
    permission: 'on-call:write',
    request: CreateOnCallRequest,
    example: {
      domain_id: 'demo',
      name: 'Database team',
      timezone: 'Europe/Berlin',
      members: [
        {
          name: 'Jane Doe',
          email: 'jane@example.com',
          subscription_id: 'subscription_01kagexvhve0ya7d9z5kq5nh3m',
        },
      ],
      rotation: { shift: '1w', handoff: { day: 'MON', time: '09:00' } },
    },
    response: OnCallInfo,
    status: 201,
    location: 'on-call/:on_call_id',
    version: getRecordVersion,
  })
  @Idempotent()
  async create(@Message() { domain_id: _, ...given }: CreateOnCallRequest, @CallerScope() scope: Scope) {
    const { on_call_id } = await createOnce(() => this.commands.execute(new CreateOnCall(scope, given)));
    return this.queries.execute(new GetOnCall(scope, on_call_id));
  }

  @Operation({
    method: 'PUT',
    path: 'on-call/:on_call_id',
    summary: 'Update a schedule',
    description:
      'Omitted fields are not changed; `members`, `rotation` and `overrides` are replaced as a whole. A new `rotation` ' +
      'without `starts_on` begins at its last hand-off, with its first member.',
    permission: 'on-call:write',
    version: getRecordVersion,
    request: UpdateOnCallRequest,
    example: { domain_id: 'demo', name: 'Database team' },
    response: OnCallInfo,
  })
  update(
    @Message() { on_call_id, domain_id: _, ...changes }: UpdateOnCallRequest,
    @CallerScope() scope: Scope,
  ) {
    return answerFromTransaction(
      () => this.commands.execute(new UpdateOnCall(scope, on_call_id, changes)),
      () => this.queries.execute(new GetOnCall(scope, on_call_id)),
    );
  }

  @Operation({
    method: 'DELETE',
    path: 'on-call/:on_call_id',
    summary: 'Delete a schedule',
    description: 'Deletes a schedule. Nobody is on call by it any more.',
    permission: 'on-call:write',
    version: getRecordVersion,
    request: OnCallRequest,
  })
  async delete(@Message() { on_call_id }: OnCallRequest, @CallerScope() scope: Scope): Promise<void> {
    await this.commands.execute(new DeleteOnCall(scope, on_call_id));
  }

  @Operation({
    method: 'GET',
    path: 'on-call/:on_call_id',
    summary: 'Get a schedule',
    description: 'Returns one schedule with its health. The address of a calendar is shown without its path.',
    permission: 'on-call:read',
    version: getRecordVersion,
    request: GetOnCallRequest,
    response: OnCallInfo,
  })
  get(@Message() { on_call_id, only }: GetOnCallRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetOnCall(scope, on_call_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'on-call/:on_call_id/at',
    summary: 'Who is on call',
    description: 'Returns who is on call at a time and why, and what changes next.',
    permission: 'on-call:read',
    request: OnCallAtRequest,
    response: OnCallAnswer,
  })
  at(@Message() { on_call_id, time }: OnCallAtRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetOnCallAt(scope, on_call_id, time));
  }

  @Operation({
    method: 'GET',
    path: 'on-call/:on_call_id/shifts',
    summary: 'Shifts and gaps of a schedule',
    description: 'Returns who is on call when, and the gaps, by default in the next 14 days.',
    permission: 'on-call:read',
    request: OnCallShiftsRequest,
    response: OnCallShifts,
  })
  shifts(@Message() { on_call_id, from, to }: OnCallShiftsRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetOnCallShifts(scope, on_call_id, from, to));
  }

  @Operation({
    method: 'GET',
    path: 'on-call',
    summary: 'List schedules',
    description:
      'Returns the schedules of the domain, newest first. Plain fields are compared for equality; use `query` for ' +
      'other conditions.',
    permission: 'on-call:read',
    request: OnCallQuery,
    response: OnCallsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: OnCallQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListOnCalls(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'on-call/search',
    summary: 'Search schedules',
    description: 'Returns the same as the list; the request is JSON.',
    queries: ON_CALL_SEARCHES,
    permission: 'on-call:read',
    request: OnCallQuery,
    response: OnCallsInfo,
  })
  search(
    @Message() request: OnCallQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'on-call/stat',
    summary: 'Statistics of schedules',
    description:
      'Counts the schedules of the domain as defined by `query`. Without a query it counts those of each source.',
    queries: ON_CALL_STATS,
    permission: 'on-call:read',
    request: OnCallStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: OnCallStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatOnCalls(scope, query, signal));
  }
}
