import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CreateInhibition,
  DeleteInhibition,
  GetInhibition,
  ListInhibitions,
  PreviewInhibition,
  StatInhibitions,
  UpdateInhibition,
} from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { answerFromTransaction } from '#shared/platform/persistence/record-writes.js';
import { Operation } from '../docs/operation.decorator.js';
import { getRecordVersion } from '../http/responses/apply-response-headers.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { CallerScope, Message, AbortOnDisconnect } from '../http/body/message.decorator.js';
import { INHIBITION_SEARCHES, INHIBITION_STATS } from '../http/query/notification-query-examples.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import {
  CreateInhibitionRequest,
  GetInhibitionRequest,
  InhibitionInfo,
  InhibitionPreview,
  InhibitionQuery,
  InhibitionRequest,
  InhibitionsInfo,
  InhibitionStatQuery,
  PreviewInhibitionRequest,
  UpdateInhibitionRequest,
} from './inhibition.dto.js';

@ApiTags('Inhibition')
@Controller('notification/v1')
export class InhibitionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'inhibitions',
    summary: 'Create an inhibition',
    description:
      'While an alert that matches `source` is open, changes of alerts that match `target` and have the same values of `equal` ' +
      'create notifications with the state INHIBITED, which are not sent. When the source ends, one notification is sent for ' +
      'each of these alerts that is still open after `settle` seconds. Recoveries of what was told before are sent at once.',
    permission: 'inhibition:write',
    request: CreateInhibitionRequest,
    response: InhibitionInfo,
    status: 201,
    location: 'inhibition/:inhibition_id',
    version: getRecordVersion,
  })
  @Idempotent()
  async create(@Message() { domain_id: _, ...given }: CreateInhibitionRequest, @CallerScope() scope: Scope) {
    const { inhibition_id } = await createOnce(() =>
      this.commands.execute(new CreateInhibition(scope, given)),
    );
    return this.queries.execute(new GetInhibition(scope, inhibition_id));
  }

  @Operation({
    method: 'PUT',
    path: 'inhibition/:inhibition_id',
    summary: 'Update an inhibition',
    description:
      'Changes an inhibition. Omitted fields are not changed; lists are replaced as a whole. One notification is sent for each ' +
      'alert that is still open and no longer held back, a few seconds later.',
    permission: 'inhibition:write',
    version: getRecordVersion,
    request: UpdateInhibitionRequest,
    example: { domain_id: 'demo', wait: 60 },
    response: InhibitionInfo,
  })
  update(
    @Message() { inhibition_id, domain_id: _, ...changes }: UpdateInhibitionRequest,
    @CallerScope() scope: Scope,
  ) {
    return answerFromTransaction(
      () => this.commands.execute(new UpdateInhibition(scope, inhibition_id, changes)),
      () => this.queries.execute(new GetInhibition(scope, inhibition_id)),
    );
  }

  @Operation({
    method: 'DELETE',
    path: 'inhibition/:inhibition_id',
    summary: 'Delete an inhibition',
    description:
      'Deletes an inhibition. One notification is sent for each alert that it held back and that is still open.',
    permission: 'inhibition:write',
    version: getRecordVersion,
    request: InhibitionRequest,
  })
  async delete(@Message() { inhibition_id }: InhibitionRequest, @CallerScope() scope: Scope): Promise<void> {
    await this.commands.execute(new DeleteInhibition(scope, inhibition_id));
  }

  @Operation({
    method: 'GET',
    path: 'inhibition/:inhibition_id',
    summary: 'Get an inhibition',
    description: 'Returns one inhibition.',
    permission: 'inhibition:read',
    version: getRecordVersion,
    request: GetInhibitionRequest,
    response: InhibitionInfo,
  })
  get(@Message() { inhibition_id, only }: GetInhibitionRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetInhibition(scope, inhibition_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'inhibitions',
    summary: 'List inhibitions',
    description:
      'Returns the inhibitions of the domain, newest first. Plain fields are compared for equality; use `query` for ' +
      'other conditions.',
    permission: 'inhibition:read',
    request: InhibitionQuery,
    response: InhibitionsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: InhibitionQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListInhibitions(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'inhibitions/search',
    summary: 'Search inhibitions',
    description: 'Returns the same as the list; the request is JSON.',
    queries: INHIBITION_SEARCHES,
    permission: 'inhibition:read',
    request: InhibitionQuery,
    response: InhibitionsInfo,
  })
  search(
    @Message() request: InhibitionQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'inhibitions/stat',
    summary: 'Statistics of inhibitions',
    description:
      'Counts the inhibitions of the domain as defined by `query`. Without a query it counts all of them.',
    queries: INHIBITION_STATS,
    permission: 'inhibition:read',
    request: InhibitionStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: InhibitionStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatInhibitions(scope, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'inhibitions/preview',
    summary: 'Preview an inhibition',
    description:
      'Returns which alerts of the last `days` days an inhibition would have held back, and by which, judged by the alerts as ' +
      'they are now and without other inhibitions. Nothing is stored.',
    permission: 'inhibition:preview',
    request: PreviewInhibitionRequest,
    response: InhibitionPreview,
    errors: {
      429: 'The domain runs too many other queries',
      504: 'The preview took too long',
    },
  })
  previewInhibition(
    @Message() { domain_id: _, days, ...draft }: PreviewInhibitionRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new PreviewInhibition(scope, days, draft, signal));
  }
}
