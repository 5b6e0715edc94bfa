import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CreateEscalation,
  DeleteEscalation,
  GetEscalation,
  ListEscalations,
  PreviewEscalation,
  StatEscalations,
  UpdateEscalation,
} from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { createOnce } from '#shared/platform/idempotency/idempotent-response.js';
import { answerFromTransaction } from '#shared/platform/persistence/record-writes.js';
import { Operation } from '../docs/operation.decorator.js';
import { getRecordVersion } from '../http/responses/apply-response-headers.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { CallerScope, Message, AbortOnDisconnect } from '../http/body/message.decorator.js';
import { ESCALATION_SEARCHES, ESCALATION_STATS } from '../http/query/notification-query-examples.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import {
  CreateEscalationRequest,
  GetEscalationRequest,
  EscalationInfo,
  EscalationPreview,
  EscalationQuery,
  EscalationRequest,
  EscalationsInfo,
  EscalationStatQuery,
  PreviewEscalationRequest,
  UpdateEscalationRequest,
} from './escalation.dto.js';

@ApiTags('Escalation')
@Controller('notification/v1')
export class EscalationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'escalations',
    summary: 'Create an escalation',
    description:
      'While nobody reacts to an alert that matches, further people are told in steps. An escalation begins with the change ' +
      'with which an alert opens, or matches for the first time. The subscriptions of steps have the trigger ESCALATION. An ' +
      'acknowledgement stops all steps, unless `until` is RESOLVED; while the alert is acknowledged, silenced or inhibited, the ' +
      'clock of the escalation stands still.',
    permission: 'escalation:write',
    request: CreateEscalationRequest,
    response: EscalationInfo,
    status: 201,
    location: 'escalation/:escalation_id',
    version: getRecordVersion,
  })
  @Idempotent()
  async create(@Message() { domain_id: _, ...given }: CreateEscalationRequest, @CallerScope() scope: Scope) {
    const { escalation_id } = await createOnce(() =>
      this.commands.execute(new CreateEscalation(scope, given)),
    );
    return this.queries.execute(new GetEscalation(scope, escalation_id));
  }

  @Operation({
    method: 'PUT',
    path: 'escalation/:escalation_id',
    summary: 'Update an escalation',
    description:
      'Changes an escalation. Omitted fields are not changed; lists are replaced as a whole. For alerts that are escalated ' +
      'already, it goes on as it was when that began.',
    permission: 'escalation:write',
    version: getRecordVersion,
    request: UpdateEscalationRequest,
    example: { domain_id: 'demo', acknowledged_for: 14_400 },
    response: EscalationInfo,
  })
  update(
    @Message() { escalation_id, domain_id: _, ...changes }: UpdateEscalationRequest,
    @CallerScope() scope: Scope,
  ) {
    return answerFromTransaction(
      () => this.commands.execute(new UpdateEscalation(scope, escalation_id, changes)),
      () => this.queries.execute(new GetEscalation(scope, escalation_id)),
    );
  }

  @Operation({
    method: 'DELETE',
    path: 'escalation/:escalation_id',
    summary: 'Delete an escalation',
    description:
      'Deletes an escalation. For alerts that it is running for, it ends at once, and their timelines say so.',
    permission: 'escalation:write',
    version: getRecordVersion,
    request: EscalationRequest,
  })
  async delete(@Message() { escalation_id }: EscalationRequest, @CallerScope() scope: Scope): Promise<void> {
    await this.commands.execute(new DeleteEscalation(scope, escalation_id));
  }

  @Operation({
    method: 'GET',
    path: 'escalation/:escalation_id',
    summary: 'Get an escalation',
    description: 'Returns one escalation.',
    permission: 'escalation:read',
    version: getRecordVersion,
    request: GetEscalationRequest,
    response: EscalationInfo,
  })
  get(@Message() { escalation_id, only }: GetEscalationRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetEscalation(scope, escalation_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'escalations',
    summary: 'List escalations',
    description:
      'Returns the escalations of the domain, newest first. Plain fields are compared for equality; use `query` for ' +
      'other conditions.',
    permission: 'escalation:read',
    request: EscalationQuery,
    response: EscalationsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: EscalationQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListEscalations(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'escalations/search',
    summary: 'Search escalations',
    description: 'Returns the same as the list; the request is JSON.',
    queries: ESCALATION_SEARCHES,
    permission: 'escalation:read',
    request: EscalationQuery,
    response: EscalationsInfo,
  })
  search(
    @Message() request: EscalationQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'escalations/stat',
    summary: 'Statistics of escalations',
    description:
      'Counts the escalations of the domain as defined by `query`. Without a query it counts all of them.',
    queries: ESCALATION_STATS,
    permission: 'escalation:read',
    request: EscalationStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: EscalationStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatEscalations(scope, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'escalations/preview',
    summary: 'Preview an escalation',
    description:
      'Returns which steps an escalation would have told of the alerts that opened in the last `days` days, and whom, judged by ' +
      'the alerts as they are now and by when they were acknowledged and resolved. Nothing is stored.',
    permission: 'escalation:preview',
    request: PreviewEscalationRequest,
    response: EscalationPreview,
    errors: {
      429: 'The domain runs too many other queries',
      504: 'The preview took too long',
    },
  })
  previewEscalation(
    @Message() { domain_id: _, days, ...draft }: PreviewEscalationRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new PreviewEscalation(scope, days, draft, signal));
  }
}
