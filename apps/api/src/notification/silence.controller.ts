import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CreateSilence,
  DeleteSilence,
  ExpireSilence,
  GetSilence,
  ListSilences,
  StatSilences,
  UpdateSilence,
} from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { answerFromTransaction } from '#shared/platform/persistence/record-writes.js';
import { Operation } from '../docs/operation.decorator.js';
import { getRecordVersion } from '../http/responses/apply-response-headers.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { CallerScope, Message, AbortOnDisconnect } from '../http/body/message.decorator.js';
import { SILENCE_SEARCHES, SILENCE_STATS } from '../http/query/notification-query-examples.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import {
  CreateSilenceRequest,
  GetSilenceRequest,
  SilenceInfo,
  SilenceQuery,
  SilenceRequest,
  SilencesInfo,
  SilenceStatQuery,
  UpdateSilenceRequest,
} from './silence.dto.js';

const NAME_TAKEN = { 409: 'Another silence that has not ended has this name' };

@ApiTags('Silence')
@Controller('notification/v1')
export class SilenceController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'silences',
    summary: 'Create a silence',
    description:
      'Until the silence ends, changes of matching alerts create notifications with the state SILENCED, which are ' +
      'not sent. When the silence ends, one notification is sent for each silenced alert that is still open.',
    permission: 'silence:write',
    request: CreateSilenceRequest,
    response: SilenceInfo,
    status: 201,
    location: 'silence/:silence_id',
    version: getRecordVersion,
    errors: NAME_TAKEN,
  })
  @Idempotent()
  async create(@Message() { domain_id: _, ...given }: CreateSilenceRequest, @CallerScope() scope: Scope) {
    const { silence_id } = await createOnce(() => this.commands.execute(new CreateSilence(scope, given)));
    return this.queries.execute(new GetSilence(scope, silence_id));
  }

  @Operation({
    method: 'PUT',
    path: 'silence/:silence_id',
    summary: 'Update a silence',
    description:
      'Changes a silence, even if it has expired. Omitted fields are not changed; conditions and windows are ' +
      'replaced as a whole. One notification is sent for each silenced alert that is still open and no longer matches.',
    permission: 'silence:write',
    version: getRecordVersion,
    request: UpdateSilenceRequest,
    example: { domain_id: 'demo', ends_at: 'now + 4h' },
    response: SilenceInfo,
    errors: NAME_TAKEN,
  })
  update(
    @Message() { silence_id, domain_id: _, ...changes }: UpdateSilenceRequest,
    @CallerScope() scope: Scope,
  ) {
    return this.change(new UpdateSilence(scope, silence_id, changes));
  }

  @Operation({
    method: 'PUT',
    path: 'silence/:silence_id/expire',
    summary: 'Expire a silence',
    description: 'Ends a silence now. One notification is sent for each silenced alert that is still open.',
    permission: 'silence:write',
    version: getRecordVersion,
    request: SilenceRequest,
    response: SilenceInfo,
  })
  expire(@Message() { silence_id }: SilenceRequest, @CallerScope() scope: Scope) {
    return this.change(new ExpireSilence(scope, silence_id));
  }

  @Operation({
    method: 'DELETE',
    path: 'silence/:silence_id',
    summary: 'Delete a silence',
    description: 'Ends a silence now and deletes it.',
    permission: 'silence:write',
    version: getRecordVersion,
    request: SilenceRequest,
  })
  async delete(@Message() { silence_id }: SilenceRequest, @CallerScope() scope: Scope): Promise<void> {
    await this.commands.execute(new DeleteSilence(scope, silence_id));
  }

  @Operation({
    method: 'GET',
    path: 'silence/:silence_id',
    summary: 'Get a silence',
    description: 'Returns one silence with its state.',
    permission: 'silence:read',
    version: getRecordVersion,
    request: GetSilenceRequest,
    response: SilenceInfo,
  })
  get(@Message() { silence_id, only }: GetSilenceRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetSilence(scope, silence_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'silences',
    summary: 'List silences',
    description:
      'Returns the silences of the domain, newest first. Plain fields are compared for equality; use `query` for ' +
      'other conditions.',
    permission: 'silence:read',
    request: SilenceQuery,
    response: SilencesInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: SilenceQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListSilences(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'silences/search',
    summary: 'Search silences',
    description: 'Returns the same as the list; the request is JSON.',
    queries: SILENCE_SEARCHES,
    permission: 'silence:read',
    request: SilenceQuery,
    response: SilencesInfo,
  })
  search(
    @Message() request: SilenceQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'silences/stat',
    summary: 'Statistics of silences',
    description:
      'Counts the silences of the domain as defined by `query`. Without a query it counts the silences in each state.',
    queries: SILENCE_STATS,
    permission: 'silence:read',
    request: SilenceStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: SilenceStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatSilences(scope, query, signal));
  }

  private change(command: Command<void> & { readonly scope: Scope; readonly silence_id: string }) {
    return answerFromTransaction(
      () => this.commands.execute(command),
      () => this.queries.execute(new GetSilence(command.scope, command.silence_id)),
    );
  }
}
